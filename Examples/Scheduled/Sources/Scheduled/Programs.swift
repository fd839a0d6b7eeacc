import AsyncAlgorithms
import Synchronization

/// The steps that a program has done, in order.
public final class Steps: Sendable {
  private let entries = Mutex<[String]>([])

  /// Creates a list without steps.
  public init() {}

  /// All steps so far.
  public var all: [String] { entries.withLock { $0 } }

  /// Adds a step.
  public func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

/// A program that uses an operator of swift-async-algorithms.
public struct Program: Sendable {
  /// The name of the operator.
  public let name: String
  /// Runs the program.
  public let run: @Sendable (Steps) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Steps) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// All programs.
  public static let all = combining + buffering + channels + times
}

/// Numbers that arrive one after another, from a task of their own.
private func numbers(_ range: Range<Int>, every duration: Duration? = nil) -> AsyncStream<Int> {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  let task = Task {
    for number in range {
      if let duration { try await Task.sleep(for: duration) } else { await Task.yield() }
      continuation.yield(number)
    }
    continuation.finish()
  }
  continuation.onTermination = { _ in task.cancel() }
  return stream
}

extension Program {
  private static let combining = [
    Program("merge") { steps in
      for await number in merge(numbers(0..<4), numbers(10..<14)) { steps.add("\(number)") }
    },
    Program("merge of three") { steps in
      for await number in merge(numbers(0..<3), numbers(10..<13), numbers(20..<23)) { steps.add("\(number)") }
    },
    Program("zip") { steps in
      for await (first, second) in zip(numbers(0..<4), numbers(10..<13)) { steps.add("\(first) \(second)") }
    },
    Program("combineLatest") { steps in
      for await (first, second) in combineLatest(numbers(0..<4), numbers(10..<14)) {
        steps.add("\(first) \(second)")
      }
    },
    Program("chain, removeDuplicates and adjacentPairs") { steps in
      let all = merge(chain(numbers(0..<3), numbers(2..<5)), numbers(2..<4)).removeDuplicates()
        .adjacentPairs()
      for await (first, second) in all { steps.add("\(first) \(second)") }
    },
  ]

  private static let buffering = [
    Program("buffer, bounded") { steps in
      let tasks = (0..<2).map { part in
        Task {
          for await number in numbers(part * 10..<part * 10 + 5).buffer(policy: .bounded(2)) {
            steps.add("\(number)")
            await Task.yield()
          }
        }
      }
      for task in tasks { await task.value }
    },
    Program("buffer of the newest") { steps in
      for await number in numbers(0..<12).buffer(policy: .bufferingLatest(1)) {
        steps.add("\(number)")
        for _ in 0..<3 { await Task.yield() }
      }
    },
    Program("share") { steps in
      let shared = numbers(0..<5).share()
      let tasks = (0..<3).map { reader in
        Task { for await number in shared { steps.add("\(reader): \(number)") } }
      }
      for task in tasks { await task.value }
    },
  ]

  private static let channels = [
    Program("a channel with several senders") { steps in
      let channel = AsyncChannel<Int>()
      let senders = (0..<3).map { sender in
        Task { for step in 0..<3 { await channel.send(sender * 10 + step) } }
      }
      let end = Task {
        for sender in senders { await sender.value }
        channel.finish()
      }
      for await number in channel { steps.add("\(number)") }
      await end.value
    },
    Program("a channel with several receivers") { steps in
      let channel = AsyncChannel<Int>()
      let receivers = (0..<3).map { receiver in
        Task { for await number in channel { steps.add("\(receiver) got \(number)") } }
      }
      for number in 0..<6 { await channel.send(number) }
      channel.finish()
      for receiver in receivers { await receiver.value }
    },
  ]

  private static let times = [
    Program("debounce") { steps in
      let typed = chain(numbers(0..<3, every: .milliseconds(100)), numbers(3..<5, every: .seconds(1)))
      for await number in typed.debounce(for: .milliseconds(300)) { steps.add("\(number)") }
    },
    Program("throttle") { steps in
      let both = merge(numbers(0..<10, every: .milliseconds(30)), numbers(10..<15, every: .milliseconds(60)))
      for await number in both._throttle(for: .milliseconds(100)) { steps.add("\(number)") }
    },
    Program("chunks of a count or a time") { steps in
      let chunks = numbers(0..<10, every: .milliseconds(40))
        .chunks(ofCount: 4, or: .repeating(every: .milliseconds(100)))
      for await chunk in chunks { steps.add("\(chunk)") }
    },
    Program("a timer") { steps in
      var ticks = 0
      let start = ContinuousClock.now
      for await tick in AsyncTimerSequence(interval: .seconds(1), clock: .continuous) {
        steps.add("\(start.duration(to: tick))")
        ticks += 1
        if ticks == 3 { break }
      }
    },
  ]
}
