import Foundation
import Synchronization
import Troupe
import TroupeTesting

/// What a program has done, in order.
final class Steps: Sendable {
  private let entries = Locked<[String]>([])
  var all: [String] { entries.withLock { $0 } }
  func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

/// Programs of unchanged user code, none of which says anything of a scheduler.
struct ConcurrentProgram: Sendable {
  let name: String
  let run: @Sendable (Steps) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Steps) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// Runs it under a seed. Returns what it did, and how many jobs that took.
  func trace(seed: UInt64) async throws -> [String] {
    let scheduler = Scheduler(seed: seed, time: .automatic)
    let steps = Steps()
    try await scheduler.run { try await run(steps) }
    return steps.all + ["\(scheduler.steps) jobs"]
  }

  static let all = tasks + actors + streams + times
}

/// An actor that waits between its steps, so that others can come in between.
actor Account {
  private(set) var balance = 100
  func withdraw(_ amount: Int, _ steps: Steps) async {
    guard balance >= amount else { return steps.add("refused \(amount)") }
    await Self.confirm()
    balance -= amount
    steps.add("left \(balance)")
  }
  private nonisolated static func confirm() async { await Task.yield() }
}

@globalActor actor Library { static let shared = Library() }
@Library final class Shelf {
  var books: [String] = []
  nonisolated init() {}
  func add(_ book: String) async {
    let count = books.count
    await Task.yield()
    books.append("\(book)@\(count)")
  }
}

@MainActor final class Counter {
  var count = 0
  nonisolated init() {}
  func add() async {
    let before = count
    await Task.yield()
    count = before + 1
  }
}

extension ConcurrentProgram {
  fileprivate static let tasks = [
    ConcurrentProgram("unstructured tasks") { steps in
      let tasks = (0..<4).map { number in
        Task {
          steps.add("a\(number)")
          await Task.yield()
          steps.add("b\(number)")
        }
      }
      for task in tasks { await task.value }
    },
    ConcurrentProgram("detached tasks of different priorities") { steps in
      let priorities: [TaskPriority] = [.low, .high, .background, .userInitiated]
      let tasks = priorities.enumerated().map { number, priority in
        Task.detached(priority: priority) { steps.add("\(number)") }
      }
      for task in tasks { await task.value }
    },
    ConcurrentProgram("a task group in a detached task") { steps in
      await Task.detached {
        await withTaskGroup(of: Int.self) { group in
          for number in 0..<5 {
            group.addTask {
              // not a wait: it lets the other task begin.
              await Task.yield()
              return number
            }
          }
          for await number in group { steps.add("\(number)") }
        }
      }.value
    },
    ConcurrentProgram("child tasks of a detached task") { steps in
      await Task.detached {
        async let first: Void = steps.add("first")
        async let second: Void = steps.add("second")
        async let third: Void = steps.add("third")
        _ = await (first, second, third)
      }.value
    },
    ConcurrentProgram("a group that discards its results") { steps in
      await Task.detached {
        await withDiscardingTaskGroup { group in
          for number in 0..<4 { group.addTask { steps.add("\(number)") } }
        }
      }.value
    },
    ConcurrentProgram("tasks that start at once") { steps in
      let tasks = (0..<3).map { number in
        Task.immediate {
          steps.add("now \(number)")
          await Task.yield()
          steps.add("later \(number)")
        }
      }
      for task in tasks { await task.value }
    },
    ConcurrentProgram("a task that is cancelled while others run") { steps in
      let task = Task {
        for number in 0..<10 {
          if Task.isCancelled { return steps.add("cancelled at \(number)") }
          // not a wait: it lets the other task begin.
          await Task.yield()
        }
      }
      await withTaskCancellationHandler {
        // not a wait: it lets the other task begin.
        for _ in 0..<3 { await Task.yield() }
        task.cancel()
      } onCancel: {
        steps.add("never")
      }
      await task.value
    },
    ConcurrentProgram("tasks for the elements of a set") { steps in
      var tasks: [Task<Void, Never>] = []
      for word in ["one", "two", "three", "four", "five"] as Set { tasks.append(Task { steps.add(word) }) }
      for task in tasks { await task.value }
    },
  ]

  fileprivate static let actors = [
    ConcurrentProgram("an actor that is re-entered") { steps in
      let account = Account()
      let tasks = (0..<3).map { number in Task { await account.withdraw(50 + number, steps) } }
      for task in tasks { await task.value }
    },
    ConcurrentProgram("a global actor") { steps in
      let shelf = Shelf()
      let tasks = (0..<3).map { number in Task { await shelf.add("\(number)") } }
      for task in tasks { await task.value }
      steps.add(await shelf.books.joined(separator: " "))
    },
    ConcurrentProgram("the main actor") { steps in
      let counter = Counter()
      let tasks = (0..<3).map { _ in Task { @MainActor in await counter.add() } }
      for task in tasks { await task.value }
      steps.add("\(await counter.count)")
    },
    ConcurrentProgram("two actors that call each other") { steps in
      actor Player {
        let name: String
        init(_ name: String) { self.name = name }
        func hit(_ count: Int, to other: Player, _ steps: Steps) async {
          steps.add("\(name)\(count)")
          if count > 0 { await other.hit(count - 1, to: self, steps) }
        }
      }
      let (first, second) = (Player("a"), Player("b"))
      let games = [
        Task { await first.hit(3, to: second, steps) }, Task { await second.hit(3, to: first, steps) },
      ]
      for game in games { await game.value }
    },
    ConcurrentProgram("an actor whose executor runs its jobs in tasks") { steps in
      final class InTasks: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
          let job = UnownedJob(job)
          Task { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
      }
      actor Worker {
        private let executor = InTasks()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        func work(_ number: Int, _ steps: Steps) { steps.add("\(number)") }
      }
      let worker = Worker()
      let tasks = (0..<4).map { number in Task { await worker.work(number, steps) } }
      for task in tasks { await task.value }
    },
  ]

  fileprivate static let streams = [
    ConcurrentProgram("a stream with several producers") { steps in
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      let producers = (0..<3).map { number in
        Task.detached {
          for step in 0..<3 {
            continuation.yield(number * 10 + step)
            // not a wait: it lets the other task begin.
            await Task.yield()
          }
        }
      }
      let end = Task {
        for producer in producers { await producer.value }
        continuation.finish()
      }
      for await number in numbers { steps.add("\(number)") }
      await end.value
    },
    ConcurrentProgram("a stream that keeps the newest") { steps in
      let (numbers, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
      Task {
        for number in 0..<10 {
          continuation.yield(number)
          // not a wait: it lets the other task begin.
          await Task.yield()
        }
        continuation.finish()
      }
      for await number in numbers { steps.add("\(number)") }
    },
    ConcurrentProgram("a stream that fails") { steps in
      struct Failure: Error {}
      let (numbers, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      Task {
        continuation.yield(1)
        await Task.yield()
        continuation.finish(throwing: Failure())
      }
      Task { continuation.yield(2) }
      do { for try await number in numbers { steps.add("\(number)") } } catch {
        steps.add("\(type(of: error))")
      }
    },
    ConcurrentProgram("continuations that others resume") { steps in
      final class Waiting: Sendable {
        let all = Locked<[CheckedContinuation<Void, Never>]>([])
      }
      let waiting = Waiting()
      let tasks = (0..<3).map { number in
        Task {
          await withCheckedContinuation { continuation in waiting.all.withLock { $0.append(continuation) } }
          steps.add("\(number)")
        }
      }
      // not a wait: it lets the other task begin.
      while waiting.all.withLock({ $0.count }) < 3 { await Task.yield() }
      for continuation in waiting.all.withLock({ $0 }) { continuation.resume() }
      for task in tasks { await task.value }
    },
  ]

  fileprivate static let times = [
    ConcurrentProgram("sleeps of different and of equal lengths") { steps in
      let tasks = [3, 1, 2, 1, 3, 2].enumerated().map { number, seconds in
        Task {
          // not a wait: a scheduler runs this, and its time is virtual.
          try await Task.sleep(for: .seconds(seconds))
          steps.add("\(number)")
        }
      }
      for task in tasks { try await task.value }
    },
    ConcurrentProgram("all clocks, on and off actors") { steps in
      actor Sleeper {
        func sleep(_ steps: Steps) async throws {
          // not a wait: a scheduler runs this, and its time is virtual.
          try await Task.sleep(nanoseconds: 1_500_000_000)
          steps.add("nanoseconds")
          // not a wait: a scheduler runs this, and its time is virtual.
          try await SuspendingClock().sleep(for: .seconds(1))
          steps.add("suspending")
        }
      }
      let tasks = [
        Task { try await Sleeper().sleep(steps) },
        Task { @MainActor in
          // not a wait: a scheduler runs this, and its time is virtual.
          try await Task.sleep(for: .seconds(2))
          steps.add("main")
        },
        Task.detached {
          // not a wait: a scheduler runs this, and its time is virtual.
          try await ContinuousClock().sleep(for: .seconds(2))
          steps.add("continuous")
        },
      ]
      for task in tasks { try await task.value }
    },
    ConcurrentProgram("a timeout") { steps in
      for limit in [1, 3] {
        let winner = await withTaskGroup(of: String.self) { group in
          group.addTask {
            // not a wait: a scheduler runs this, and its time is virtual.
            try? await Task.sleep(for: .seconds(2))
            return Task.isCancelled ? "cancelled" : "work"
          }
          group.addTask {
            // not a wait: a scheduler runs this, and its time is virtual.
            try? await Task.sleep(for: .seconds(limit))
            return Task.isCancelled ? "cancelled" : "timeout"
          }
          defer { group.cancelAll() }
          return await group.next() ?? ""
        }
        steps.add(winner)
      }
    },
    ConcurrentProgram("dates, random numbers and identifiers") { steps in
      let tasks = (0..<3).map { number in
        Task {
          // not a wait: a scheduler runs this, and its time is virtual.
          try await Task.sleep(for: .milliseconds(number))
          steps.add("\(number) \(Date().timeIntervalSince1970) \(Int.random(in: 0..<1_000)) \(UUID())")
        }
      }
      for task in tasks { try await task.value }
      steps.add("\([1, 2, 3, 4, 5].shuffled())")
    },
    ConcurrentProgram("what is measured") { steps in
      // not a wait: a scheduler runs this, and its time is virtual.
      let elapsed = try await ContinuousClock().measure {
        // not a wait: a scheduler runs this, and its time is virtual.
        async let short: Void = Task.sleep(for: .milliseconds(.random(in: 1...3)))
        // not a wait: a scheduler runs this, and its time is virtual.
        async let long: Void = Task.sleep(for: .milliseconds(.random(in: 1...9)))
        _ = try await (short, long)
      }
      steps.add("\(elapsed)")
    },
  ]
}
