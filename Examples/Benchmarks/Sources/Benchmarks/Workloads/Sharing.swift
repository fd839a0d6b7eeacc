import Benchmark
import Foundation
import Synchronization
import Troupe
import TroupeSharing

/// A number behind a lock: the least that a shared value needs.
private final class LockedNumber: Sendable {
  private let number = Mutex(0)

  func read() -> Int { number.withLock { $0 } }
  func add() { number.withLock { $0 &+= 1 } }
}

/// Lets threads begin at the same time.
private final class Gate: Sendable {
  private let isOpen = Atomic(false)

  func wait() { while !isOpen.load(ordering: .acquiring) { sched_yield() } }
  func open() { isOpen.store(true, ordering: .releasing) }
}

/// B23: reads and writes of a shared value, beside a `Mutex`.
enum Sharing {
  private typealias Both = (lock: LockedNumber, shared: Shared<Int>)

  static var rows: [Row] {
    [
      Row(
        "B23 a read of a shared value, beside a lock",
        aim: .ratio(3),
        count: 100_000,
        prepare: both,
        floor: { it, count in await timed(count) { blackHole(sum(count) { it.lock.read() }) } },
        troupe: { it, count in await timed(count) { blackHole(sum(count) { it.shared.wrappedValue }) } }
      ),
      inTurns("B23 a read of a shared value in a turn, beside a lock", aim: 3, Seats.Action.read) {
        blackHole($0.read())
      },
      Row(
        "B23 a write of a shared value, beside a lock",
        count: 100_000,
        prepare: both,
        floor: { it, count in await timed(count) { for _ in 0..<count { it.lock.add() } } },
        troupe: { it, count in
          await timed(count) { for _ in 0..<count { it.shared.withLock { $0 &+= 1 } } }
        }
      ),
      inTurns("B23 a write of a shared value in a turn, beside a lock", Seats.Action.write) { $0.add() },
      onThreads(64, aim: 1.5),
    ]
  }

  private static func both() -> Both { (LockedNumber(), Shared(value: 0)) }

  private static func inTurns(
    _ name: String,
    aim: Double? = nil,
    _ action: @escaping (Int) -> Seats.Action,
    _ use: @escaping (LockedNumber) -> Void
  ) -> Row {
    Row(
      name,
      aim: aim.map { .ratio($0) },
      count: 100_000,
      prepare: {
        let both = both()
        return (lock: both.lock, store: Store(initialState: Seats.State(both.shared)) { Seats() })
      },
      floor: { it, count in await timed(count) { for _ in 0..<count { use(it.lock) } } },
      troupe: { it, count in await timed(count) { await it.store.send(action(count)).finish() } }
    )
  }

  private static func onThreads(_ threads: Int, aim: Double) -> Row {
    Row(
      "B23 \(threads) threads that write one shared value, beside a lock",
      aim: .ratio(aim),
      isConcurrent: true,
      count: 320_000,
      prepare: both,
      floor: { it, count in
        let lock = it.lock
        return await onThreads(threads, count) { lock.add() }
      },
      troupe: { it, count in
        let shared = it.shared
        return await onThreads(threads, count) { shared.withLock { $0 &+= 1 } }
      }
    )
  }

  /// Measures an operation that threads repeat. When the measurement begins, all of them are ready to run.
  private static func onThreads(
    _ threads: Int,
    _ count: Int,
    _ operation: @escaping @Sendable () -> Void
  ) async -> Sample {
    let (ready, done) = (DispatchGroup(), DispatchGroup())
    let gate = Gate()
    for _ in 0..<threads {
      ready.enter()
      done.enter()
      Thread.detachNewThread {
        ready.leave()
        gate.wait()
        for _ in 0..<count / threads { operation() }
        done.leave()
      }
    }
    await withCheckedContinuation { continuation in
      ready.notify(queue: .global()) { continuation.resume() }
    }
    return await timed(count) {
      await withCheckedContinuation { continuation in
        done.notify(queue: .global()) { continuation.resume() }
        gate.open()
      }
    }
  }
}
