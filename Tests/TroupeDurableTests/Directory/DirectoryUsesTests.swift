import Dispatch
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// Callers that get open stores on their own executors, on the threads of the process.
final class DirectoryUsesTests: TroupeTestCase {
  func testAnOpenStoreIsUsedWithoutTheExecutorOfTheDirectory() async throws {
    let executor = CountingExecutor()
    var configuration = StoreDirectoryConfiguration()
    configuration.executor = executor
    let directory = StoreDirectory(
      configuration: configuration,
      open: { (key: Int) in Store(initialState: Tally.State(key: "\(key)")) { Tally() } },
      passivate: { _, _ in true }
    )
    try await directory.send(.add(1), to: 1)
    let before = executor.jobCount
    XCTAssertGreaterThan(before, 0)
    for _ in 0..<10 { try await directory.send(.add(1), to: 1) }
    let count = try await directory.withStore(for: 1) { first in
      try await directory.withStore(for: 1) { second in
        await second.send(.add(1))
        return await first.count
      }
    }
    XCTAssertEqual(count, 12)
    do {
      try await directory.withStore(for: 1) { _ in throw CancellationError() }
      XCTFail("It returned.")
    } catch is CancellationError {}
    XCTAssertEqual(executor.jobCount, before)
  }

  /// Callers on the threads of the process, which also end the stores that others use.
  func testCallersOnManyThreadsLoseNothingOfStoresThatCloseByThemselves() async throws {
    let stores = Locked<[Int: Store<Tally.State, Tally.Action>]>([:])
    var configuration = StoreDirectoryConfiguration()
    configuration.capacity = 2
    configuration.idleTime = .microseconds(50)
    let directory = StoreDirectory<Int, Tally.State, Tally.Action>(
      configuration: configuration,
      open: { key in
        var state = Tally.State(key: "\(key)")
        if let last = stores.withLock({ $0[key] }) {
          await last.shutdown(within: .zero)
          state = await last.state
        }
        let store = Store(initialState: state) { Tally() }
        stores.withLock { $0[key] = store }
        return store
      },
      passivate: { store, _ in
        await store.shutdown(within: .zero)
        return true
      }
    )
    let added = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          var added = 0
          for round in 0..<300 {
            let key = (task + round * 7) % 5
            do {
              if (task + round) % 11 == 0 {
                try await directory.withStore(for: key) { await $0.shutdown(within: .zero) }
              } else if round % 13 == 0 {
                let impatient = Task { try await directory.send(.add(1), to: key) }
                impatient.cancel()
                _ = try await impatient.value
                added += 1
              } else {
                try await directory.send(.add(1), to: key)
                added += 1
              }
            } catch is StoreError {
              // It closed twice in a row.
            } catch is CancellationError {}
          }
          return added
        }
      }
      return try await group.reduce(0, +)
    }
    var statistics = await directory.statistics
    XCTAssertEqual(statistics.usedCount, 0)
    await directory.shutdown(within: .zero)
    var sum = 0
    for store in stores.withLock({ Array($0.values) }) { sum += await store.count }
    XCTAssertEqual(sum, added)
    XCTAssertGreaterThan(added, 3_000)
    statistics = await directory.statistics
    XCTAssertEqual(statistics.openCount, 0)
    XCTAssertEqual(statistics.closingCount, 0)
    XCTAssertEqual(statistics.openingCount, 0)
  }

  /// Callers on the threads of the process, which ask for stores that are about to be open.
  func testOnManyThreadsTheEventsOfAllActionsArePassedOn() async throws {
    let directory = StoreDirectory { (key: Int) in Store(initialState: Tally.State(key: "\(key)")) { Tally() }
    }
    let (keys, callers) = (300, 6)
    let events = await directory.events(bufferingNewest: 100 * keys * callers)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<callers {
        group.addTask { for key in 0..<keys { try await directory.send(.add(1), to: key) } }
      }
      try await group.waitForAll()
    }
    // The last event of each store, after which none of its work is in progress.
    for key in 0..<keys { try await directory.send(.stopWorking, to: key) }
    var (actions, ends) = (0, 0)
    for await event in events where event.isOfAReducedAction {
      if "\(event.kind)".contains("stopWorking") { ends += 1 } else { actions += 1 }
      if ends == keys { break }
    }
    XCTAssertEqual(actions, keys * callers)
    XCTAssertEqual(events.droppedCount, 0)
    await directory.shutdown(within: .zero)
  }

  /// Callers on the threads of the process, with room for few stores.
  func testCallersOnManyThreadsLoseNothing() async throws {
    /// The store of each key that was opened last.
    let stores = Locked<[Int: Store<Tally.State, Tally.Action>]>([:])
    let open = Locked<[Int: Int]>([:])
    var configuration = StoreDirectoryConfiguration()
    configuration.capacity = 2
    configuration.idleTime = .microseconds(50)
    configuration.retryTime = .zero
    let directory = StoreDirectory<Int, Tally.State, Tally.Action>(
      configuration: configuration,
      open: { key in
        let count = open.withLock { open in
          open[key, default: 0] += 1
          return open[key]
        }
        XCTAssertEqual(count, 1, "a store is open once")
        let state = await stores.withLock { $0[key] }?.state ?? Tally.State(key: "\(key)")
        let store = Store(initialState: state) { Tally() }
        stores.withLock { $0[key] = store }
        return store
      },
      passivate: { store, _ in
        await store.shutdown(within: .zero)
        let key = await store.state.key
        open.withLock { $0[Int(key) ?? -1, default: 0] -= 1 }
        return true
      }
    )
    let (tasks, rounds) = (16, 400)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for round in 0..<rounds {
            let key = (task + round * 7) % 5
            if round % 3 == 0 {
              try await directory.withStore(for: key) { try await $0.trySend(.add(1)) }
            } else {
              try await directory.send(.add(1), to: key)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var changes = await directory.events().makeAsyncIterator()
    while await directory.isAnyOpen { _ = await changes.next() }
    await directory.shutdown(within: .zero)
    var sum = 0
    for store in stores.withLock({ Array($0.values) }) { sum += await store.count }
    XCTAssertEqual(sum, tasks * rounds)
    let statistics = await directory.statistics
    XCTAssertEqual(statistics.usedCount, 0)
    XCTAssertEqual(statistics.openCount, 0)
    XCTAssertGreaterThan(statistics.passivatedCount, 0)
  }
}

extension StoreDirectory {
  fileprivate var isAnyOpen: Bool { !entries.isEmpty }
}

/// Counts the jobs of an actor.
private final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "counting")
  private let jobs = Locked(0)

  var jobCount: Int { jobs.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
