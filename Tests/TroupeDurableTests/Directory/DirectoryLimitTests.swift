import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// How many scheduled keys a directory asks its storage for, and when it asks for more.
final class DirectoryLimitTests: TroupeTestCase {
  /// The calls of a directory that runs on scheduled keys.
  fileprivate struct Asking: Sendable {
    var own = 0
    var failing = 0
    var foreign = 0
    var capacity = 100
    var concurrentSaves = 8
    /// The limits at second zero, of which there may be more, and the first one at second one.
    var first: [Int]
    var last: Int?
    var second: Int?
    /// How many stores were opened, or tried, at second zero.
    var opened: Int?
    var line: UInt = #line
  }

  private func check(_ asking: Asking) async throws {
    try await underSeeds(3) { scheduler, clock in
      try await withIssueReporters([IssueCollector()]) { try await asking.check(scheduler, clock) }
    }
  }

  func testWithFewDueItAsksOnce() async throws {
    try await check(Asking(own: 1, first: [8], last: 8, second: 9, opened: 1))
    try await check(Asking(first: [8], last: 8, second: 8, opened: 0))
  }

  func testKeysOfOthersMakeItAskForMore() async throws {
    try await check(Asking(own: 1, foreign: 20, first: [8, 16, 24], last: 24, second: 29, opened: 1))
    // Also if there is no room.
    try await check(Asking(foreign: 20, capacity: 0, first: [8, 16, 24], last: 24, second: 28, opened: 0))
  }

  func testItGoesOnWhileThereIsRoom() async throws {
    try await check(Asking(own: 20, capacity: 8, first: [8], last: 8, second: 16, opened: 8))
    try await check(Asking(own: 20, capacity: 9, first: [8, 16]))
    // As many as are open may be due next.
    try await check(Asking(own: 5, concurrentSaves: 1, first: [1, 2, 4, 8], last: 8, second: 10, opened: 5))
    let full = [1, 2, 4, 8, 10]
    try await check(
      Asking(own: 20, capacity: 10, concurrentSaves: 1, first: full, last: 10, second: 11, opened: 10)
    )
  }

  func testThoseThatWereTriedDoNotHideOthers() async throws {
    try await check(Asking(own: 3, capacity: 0, first: [8], last: 11, second: 8, opened: 3))
    try await check(Asking(failing: 3, first: [8], last: 8, second: 11, opened: 3))
    try await check(Asking(own: 1, failing: 3, capacity: 0, first: [8], last: 12, second: 11, opened: 4))
  }

  func testThoseThatAreNotDueAnyMoreAreForgotten() async throws {
    try await underSeeds(3) { scheduler, clock in
      try await withIssueReporters([IssueCollector()]) {
        let (asked, shelf) = (Collector<Int>(), Shelf(scheduler))
        shelf.fail("a", 100)
        let storage = AskedStorage { _, limit in
          asked.append(limit)
          return asked.count == 1 ? [ScheduledKey(key: "a", wake: .start)] : []
        }
        let directory = shelf.directory(clock: clock) { $0.concurrentSaves = 8 }
        let run = Task(executorPreference: scheduler) {
          try await directory.run(waking: storage, every: .seconds(1), now: { .start }) { $0.text }
        }
        await clock.advance(by: .seconds(2))
        XCTAssertEqual(asked.all, [8, 9, 8])
        await directory.shutdown(within: .zero, clock: clock)
        try await run.value
      }
    }
  }

  func testAKeyThatAsksForAnotherTimeIsOpenedOnceMore() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let storage = AskedStorage { _, _ in
        // After the first opening, it asks for another instant, which has already passed.
        let wake = WallClockInstant.start.advanced(by: .seconds(shelf.opened.isEmpty ? -1 : 0))
        return [ScheduledKey(key: "a", wake: wake)]
      }
      let directory = shelf.directory(clock: clock) { $0.capacity = 0 }
      let run = Task(executorPreference: scheduler) {
        try await directory.run(waking: storage, every: .seconds(1), now: { .start }) { $0.text }
      }
      await scheduler.settle()
      XCTAssertEqual(shelf.opened, ["a", "a"])
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAKeyThatCouldNotBeOpenedIsTriedAgainAfterTheInterval() async throws {
    try await underSeeds(3) { scheduler, clock in
      try await withIssueReporters([IssueCollector()]) {
        let shelf = Shelf(scheduler)
        shelf.fail("a", 100)
        let storage = AskedStorage { _, _ in [ScheduledKey(key: "a", wake: .start)] }
        let directory = shelf.directory(clock: clock)
        let run = Task(executorPreference: scheduler) {
          try await directory.run(waking: storage, every: .seconds(10), now: { .start }) { $0.text }
        }
        for count in 1...3 {
          await scheduler.settle()
          XCTAssertEqual(shelf.opened.count, count)
          await clock.advance(by: .seconds(9))
          XCTAssertEqual(shelf.opened.count, count)
          await clock.advance(by: .seconds(1))
        }
        await directory.shutdown(within: .zero, clock: clock)
        try await run.value
      }
    }
  }

  func testOfSeveralThatMayBeTriedAgainTheFirstCounts() async throws {
    try await underSeeds(3) { scheduler, clock in
      try await withIssueReporters([IssueCollector()]) {
        let shelf = Shelf(scheduler)
        let asked = Collector<Int>()
        for key in ["a", "b", "c"] { shelf.fail(key, 100) }
        // "b" and "c" are due from its second and its third query on.
        let storage = AskedStorage { _, _ in
          asked.append(1)
          return ["a", "b", "c"].prefix(asked.count).map { ScheduledKey(key: StorageKey($0), wake: .start) }
        }
        let directory = shelf.directory(clock: clock)
        let run = Task(executorPreference: scheduler) {
          try await directory.run(waking: storage, every: .seconds(10), now: { .start }) { $0.text }
        }
        await scheduler.settle()
        XCTAssertEqual(shelf.opened, ["a"])
        await clock.advance(by: .seconds(4))
        await directory.tellNews()
        await scheduler.settle()
        XCTAssertEqual(shelf.opened, ["a", "b"])
        await clock.advance(by: .seconds(3))
        await directory.tellNews()
        await scheduler.settle()
        XCTAssertEqual(shelf.opened, ["a", "b", "c"])
        // At second 10, 14 and 17.
        for (wait, key) in [(3, "a"), (4, "b"), (3, "c")] {
          await clock.advance(by: .seconds(wait) - .milliseconds(1))
          XCTAssertNotEqual(shelf.opened.last, key)
          await clock.advance(by: .milliseconds(1))
          XCTAssertEqual(shelf.opened.last, key)
        }
        await directory.shutdown(within: .zero, clock: clock)
        try await run.value
      }
    }
  }

  func testAStorageThatFailsAgainIsReportedAgain() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (issues, asked, shelf) = (IssueCollector(), Collector<Int>(), Shelf(scheduler))
      let storage = AskedStorage { _, limit in
        asked.append(limit)
        if asked.count != 3 { throw MemoryStorage.InjectedFault() }
        return []
      }
      let directory = shelf.directory(clock: clock)
      let run = Task(executorPreference: scheduler) {
        try await withIssueReporters([issues]) {
          try await directory.run(waking: storage, every: .seconds(1), now: { .start }) { $0.text }
        }
      }
      await clock.advance(by: .seconds(6))
      XCTAssertEqual(issues.messages.count, 2)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }
}

extension DirectoryLimitTests.Asking {
  fileprivate func check(_ scheduler: Scheduler, _ clock: TestClock) async throws {
    let (asked, shelf) = (Collector<Int>(), Shelf(scheduler))
    for number in 0..<failing { shelf.fail("failing \(number)", 100) }
    let names =
      (0..<foreign).map { "foreign \($0)" } + (0..<failing).map { "failing \($0)" }
      + (0..<own).map { "\($0)" }
    let storage = AskedStorage { _, limit in
      asked.append(limit)
      return names.prefix(limit).map { ScheduledKey(key: StorageKey($0), wake: .start) }
    }
    let directory = shelf.directory(clock: clock) {
      ($0.capacity, $0.concurrentSaves, $0.idleTime) = (capacity, concurrentSaves, nil)
    }
    let run = Task(executorPreference: scheduler) {
      try await directory.run(waking: storage, every: .seconds(1), now: { .start }) { key in
        key.text.hasPrefix("foreign") ? nil : key.text
      }
    }
    await scheduler.settle()
    let atZero = asked.all
    XCTAssertEqual(Array(atZero.prefix(first.count)), first, line: line)
    if let last { XCTAssertEqual(atZero.last, last, line: line) }
    if let opened { XCTAssertEqual(shelf.opened.count, opened, line: line) }
    await clock.advance(by: .seconds(1))
    if let second { XCTAssertEqual(asked.all.dropFirst(atZero.count).first, second, line: line) }
    await directory.shutdown(within: .zero, clock: clock)
    try await run.value
  }
}
