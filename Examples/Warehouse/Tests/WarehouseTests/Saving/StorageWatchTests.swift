import HTTPTypes
import Logging
import Synchronization
import TroupeDurable
import XCTest

@testable import WarehouseServer

final class StorageWatchTests: XCTestCase {
  private struct Broken: Error {}

  private let clock = ManualClock()
  private let log = ProgramLog()
  private let north: StorageKey = "north"

  private func watch(_ storage: any Storage) -> StorageWatch {
    StorageWatch(storage, reason: { _ in "It is broken." }, logger: log.logger, clock: clock)
  }

  private func lines() -> [String] { log.text.split(separator: "\n").map(String.init) }

  private func expectReady(_ watch: StorageWatch, _ isReady: Bool, line: UInt = #line) async throws {
    do {
      try await watch.probe()
      XCTAssertTrue(isReady, "It is ready.", line: line)
    } catch let problem as Problem {
      XCTAssertFalse(isReady, "\(problem)", line: line)
      XCTAssertEqual(problem.status, .serviceUnavailable, line: line)
      XCTAssertTrue(problem.message.contains("It is broken."), problem.message, line: line)
      XCTAssertEqual(problem.headers[.refused], "true", line: line)
    }
  }

  func testTheFirstFailureAndTheRecoveryAreLogged() async throws {
    let watch = watch(MemoryStorage())
    let error = StorageError.unavailable(north, because: Broken())
    watch.note(error, of: north, isRetried: true)
    XCTAssertEqual(lines(), ["error: Changes can't be saved reason=It is broken. warehouse=north"])
    watch.note(error, of: north, isRetried: true)
    watch.note(error, of: "south", isRetried: true)
    XCTAssertEqual(watch.unsaved, ["north", "south"])
    clock.advance(by: .seconds(3))
    watch.noteSaved(north)
    XCTAssertEqual(lines().count, 1, "The other one isn't saved yet.")
    watch.noteSaved("south")
    XCTAssertEqual(lines().dropFirst(), ["notice: Changes are saved again after=3.0 seconds"])
    watch.noteSaved("south")
    XCTAssertEqual(lines().count, 2)
    watch.note(error, of: north, isRetried: true)
    XCTAssertEqual(lines().count, 3, "It is another failure.")
  }

  func testWhatIsNoFaultOfTheStorageIsNoFailure() {
    let watch = watch(MemoryStorage())
    for error in [
      StorageError.superseded(north), .corrupt(north, because: Broken(), bytes: nil),
      .unavailable(north, because: CancellationError()),
    ] {
      watch.note(error, of: north, isRetried: true)
      XCTAssertNil(watch.reason(of: north), "\(error)")
    }
    XCTAssertEqual(lines(), [])
  }

  func testAWarehouseThatCanNotBeSavedStopsNoOther() async throws {
    let watch = watch(MemoryStorage())
    watch.note(.unavailable(north, because: Broken()), of: north, isRetried: true)
    XCTAssertEqual(watch.reason(of: north), "It is broken.")
    XCTAssertNil(watch.reason(of: "south"))
    XCTAssertNil(watch.reason(of: nil))
    // But an operator should check it.
    try await expectReady(watch, false)
    XCTAssertNil(watch.reason(of: "south"))
    // Its store has given up.
    clock.advance(by: .seconds(5))
    XCTAssertNil(watch.reason(of: north))
    try await expectReady(watch, true)
    XCTAssertEqual(lines().last, "notice: Changes are saved again after=5.0 seconds")
  }

  func testWhileTheRowCanNotBeSavedNothingCan() async throws {
    let storage = MemoryStorage()
    let watch = watch(storage)
    try await expectReady(watch, true)
    XCTAssertEqual(storage.keys, [".probe"])
    storage.isUnavailable = true
    try await expectReady(watch, false)
    for key in [nil, north] { XCTAssertEqual(watch.reason(of: key), "It is broken.") }
    try await expectReady(watch, false)
    XCTAssertEqual(lines().count, 1)
    storage.isUnavailable = false
    try await expectReady(watch, true)
    for key in [nil, north] { XCTAssertNil(watch.reason(of: key)) }
    XCTAssertEqual(lines().count, 2)
    // A save that isn't retried is left to the row.
    watch.note(.unavailable(north, because: Broken()), of: north, isRetried: false)
    XCTAssertEqual(watch.reason(of: "south"), "It is broken.")
    try await expectReady(watch, true)
    XCTAssertNil(watch.reason(of: "south"))
  }

  func testARowThatAnotherProgramHasSavedIsOne() async throws {
    let storage = MemoryStorage()
    let (watch, other) = (watch(storage), watch(storage))
    for _ in 0..<3 {
      try await expectReady(watch, true)
      try await expectReady(other, true)
    }
    XCTAssertEqual(storage.saveCount, 6)
  }

  func testAllWhoAskAtTheSameTimeShareARow() async throws {
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let (released, release) = AsyncStream<Never>.makeStream()
    let storage = MemoryStorage { call in
      guard call.operation == .save, call.number == 1 else { return .perform }
      return .wait {
        begin.finish()
        for await _ in released {}
      }
    }
    let watch = watch(storage)
    let first = Task { try await watch.probe() }
    for await _ in begun {}
    // A cancelled caller doesn't wait, and doesn't affect the others.
    let second = Task { try await watch.probe() }
    second.cancel()
    let result = await second.result
    XCTAssertThrowsError(try result.get())
    let third = Task { try await watch.probe() }
    release.finish()
    try await first.value
    try await third.value
    XCTAssertLessThanOrEqual(storage.saveCount, 2, "The third may have come after the end.")
  }

  func testItNoticesByItselfThatAllCanBeSavedAgain() async throws {
    let storage = MemoryStorage()
    let watch = watch(storage)
    let running = Task { try await watch.run() }
    storage.isUnavailable = true
    try await expectReady(watch, false)
    for await _ in clock.sleeps.prefix(1) {}
    clock.advance(by: .seconds(1))
    // It has tried, and will try again.
    for await _ in clock.sleeps.prefix(1) {}
    XCTAssertNotNil(watch.reason(of: nil))
    storage.isUnavailable = false
    clock.advance(by: .seconds(1))
    let isNoticed = await log.has("Changes are saved again")
    XCTAssertTrue(isNoticed)
    XCTAssertNil(watch.reason(of: nil))
    running.cancel()
    let result = await running.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
  }
}
