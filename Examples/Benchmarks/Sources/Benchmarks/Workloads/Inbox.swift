import Foundation
import Troupe

/// B10: actions that are enqueued from threads, until all are reduced.
enum Inbox {
  static var rows: [Row] { [row(threads: 1), row(threads: 8)] }

  private static func row(threads: Int) -> Row {
    Row(
      "B10 `enqueue` 1,000,000 actions from \(threads == 1 ? "one thread" : "\(threads) threads"), beside an `AsyncStream`",
      aim: .ratio(1),
      isConcurrent: true,
      count: 1_000_000,
      shortCount: 100_000,
      floor: { count in
        let bare = BareCounter()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        return await timed(count) {
          async let drained: Void = drain(stream, into: bare)
          await onThreads(threads) { for step in 0..<count / threads { continuation.yield(step) } }
          continuation.finish()
          await drained
        }
      },
      troupe: { count in
        var configuration = StoreConfiguration<Counter.Action>()
        configuration.inbox = InboxConfiguration(capacity: count)
        let store = Store(initialState: Counter.State(), configuration: configuration) { Counter() }
        return await timed(count) {
          await onThreads(threads) { for step in 0..<count / threads { try? store.enqueue(.received(step)) } }
          // Actions that were enqueued before are reduced first.
          await store.send(.up)
        }
      }
    )
  }

  private static func drain(_ stream: AsyncStream<Int>, into bare: BareCounter) async {
    for await _ in stream { await bare.up() }
  }

  /// Runs a closure on a number of threads, and waits for them.
  private static func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
    await withTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              body()
              continuation.resume()
            }
          }
        }
      }
    }
  }
}
