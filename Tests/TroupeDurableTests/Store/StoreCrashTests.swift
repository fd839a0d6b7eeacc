import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// Crashes at every point, on a storage that fails, delays and loses replies at each step.
///
/// `TROUPE_SEEDS` sets how many schedules are tried, `TROUPE_SEED` replays one.
final class StoreCrashTests: TroupeTestCase {
  // S581
  func testNothingThatLeftTheStoreIsLostInACrash() async throws {
    try await underSeeds(60) { scheduler, _ in
      let random = Random(scheduler.seed)
      try await crash(4, on: faultyStorage(random), random: random, on: scheduler)
    }
  }

  /// The same with files whose calls fail, and writes that are only partly done.
  // S581
  func testNothingThatLeftTheStoreIsLostInAFolder() async throws {
    try await underSeeds(10) { scheduler, _ in
      let random = Random(scheduler.seed)
      let folder = TestFolder()
      let storage = FolderStorage(
        path: folder.path,
        lockLimit: .seconds(60),
        calls: FileCalls { _ in
          switch random.number(0..<60) {
          case 0: .fail(errno: 5)
          case 1: .tear(errno: 5)
          default: .perform
          }
        }
      )
      try await crash(3, on: storage, random: random, on: scheduler)
    }
  }

  /// Several stores have one key, like processes on one machine that were paused and resumed.
  // S588
  func testOfSeveralStoresOfAKeyOneIsServed() async throws {
    try await underSeeds(60) { scheduler, _ in
      let random = Random(scheduler.seed)
      let storage = faultyStorage(random)
      let world = World()
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        await withTaskGroup { group in
          for number in 0..<3 {
            group.addTask(executorPreference: scheduler) {
              await letOthersRun(random.number(0..<60))
              let life = Life(in: world, on: storage)
              do {
                let store = try await Journal.open(life, on: scheduler, outside: life.outside)
                world.check(await store.entries, "opened")
                let numbers = number * 30..<number * 30 + 30
                await live(store, life, numbers: numbers, random: random, on: scheduler)
              } catch {
                XCTFail("\(error)")
              }
            }
          }
        }
      }
      let last = try await Journal.open(storage, on: scheduler)
      world.check(await last.entries, "at the end")
      for issue in issues.messages { XCTAssertTrue(issue.contains("was closed: another store"), issue) }
    }
  }
}

private final class Random: Sendable {
  private let generator: Locked<SeededGenerator>

  init(_ seed: UInt64) { generator = Locked(SeededGenerator(seed: seed)) }

  func number(_ range: Range<Int>) -> Int { generator.withLock { Int.random(in: range, using: &$0) } }
}

private func faultyStorage(_ random: Random) -> MemoryStorage {
  MemoryStorage { _ in
    let yields = random.number(0..<6)
    let fault: MemoryStorage.Fault =
      switch random.number(0..<12) {
      case 0: .fail
      case 1, 2: .loseReply
      case 3, 4: .late(by: random.number(1..<5))
      default: .perform
      }
    return .wait({ await letOthersRun(yields) }, then: fault)
  }
}

/// Makes stores crash one after another, and checks the state that each finds.
private func crash(
  _ rounds: Int,
  on storage: any Storage,
  random: Random,
  on scheduler: Scheduler
) async throws {
  let world = World()
  let issues = IssueCollector()
  for round in 0..<rounds {
    let life = Life(in: world, on: storage)
    try await withIssueReporters([issues]) {
      let store = try await Journal.open(life, on: scheduler, outside: life.outside)
      world.check(await store.entries, "round \(round)")
      // Each effect that the state declares runs once.
      await scheduler.settle()
      let watched = await store.watched
      XCTAssertEqual(life.watched.all, watched.map { [$0] } ?? [], "round \(round)")
      let numbers = round * 30..<round * 30 + 30
      await live(store, life, numbers: numbers, isAlone: true, random: random, on: scheduler)
    }
  }
  let last = try await withIssueReporters([issues]) { try await Journal.open(storage, on: scheduler) }
  world.check(await last.entries, "at the end")
  for issue in issues.messages {
    // A failed call is retried.
    let isExpected =
      issue.contains("was closed: another store")
      || issue.contains("A store is waiting for its storage and is retrying.")
    XCTAssertTrue(isExpected, issue)
  }
}

/// Uses a store until it crashes, and leaves nothing of it behind.
private func live(
  _ store: Store<Journal.State, Journal.Action>,
  _ life: Life,
  numbers: Range<Int>,
  isAlone: Bool = false,
  random: Random,
  on scheduler: Scheduler
) async {
  await withTaskGroup { group in
    for client in 0..<3 {
      group.addTask(executorPreference: scheduler) {
        for number in numbers where number % 3 == client {
          await letOthersRun(random.number(0..<8))
          do {
            switch random.number(0..<5) {
            case 0:
              try await store.commit(.work(number))
              life.acknowledged(number)
            case 1:
              try await store.trySend(.work(number))
            case 2:
              try await store.trySend(.add(number))
              try await store.wait { $0.entries.contains(number) }
              life.published([number])
            case 3:
              try await store.commit(.watch(number))
            default:
              try await store.commit(.add(number))
              life.acknowledged(number)
            }
          } catch {
            // The store is closed, by the crash, or because another store has taken its key.
            XCTAssertTrue(life.hasCrashed || !isAlone, "\(error)")
            XCTAssertTrue(error is CommitError || error is StoreError, "\(error)")
            return
          }
        }
      }
    }
    let watcher = Task(executorPreference: scheduler) {
      for await state in store.states() { life.published(state.entries) }
    }
    let observer = Task(executorPreference: scheduler) {
      await store.observe { life.published($0.entries) }
    }
    await letOthersRun(random.number(0..<120))
    life.crash()
    await group.waitForAll()
    watcher.cancel()
    observer.cancel()
    await store.shutdown(within: .zero)
    await watcher.value
    await observer.value
  }
}

/// Moves the crash, and later events, to another point of the schedule.
private func letOthersRun(_ steps: Int) async {
  // not a wait: nothing has to have happened afterwards.
  for _ in 0..<steps { await Task.yield() }
}
