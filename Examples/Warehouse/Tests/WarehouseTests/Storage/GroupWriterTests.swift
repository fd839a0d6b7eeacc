import BrowserTesting
import Foundation
import GRDB
import PostgresTesting
import XCTest

@testable import WarehouseStorage

final class GroupWriterTests: XCTestCase {
  private struct Failure: Error {}

  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  private func database() throws -> DatabaseQueue {
    let database = try DatabaseQueue(path: folder.path("db"))
    try database.write { try $0.execute(sql: "CREATE TABLE entry (number INTEGER)") }
    return database
  }

  private static func insert(_ number: Int) -> @Sendable (Database) throws -> Int {
    { database in
      try database.execute(sql: "INSERT INTO entry VALUES (?)", arguments: [number])
      return number
    }
  }

  private func numbers(_ database: DatabaseQueue) async throws -> [Int] {
    try await database.read { try Int.fetchAll($0, sql: "SELECT number FROM entry ORDER BY number") }
  }

  /// A transaction whose duration the test controls.
  private struct Slow {
    let begun: AsyncStream<Never>
    let change: @Sendable (Database) throws -> Int
    private let gate = DispatchSemaphore(value: 0)

    init() {
      let (begun, begin) = AsyncStream<Never>.makeStream()
      self.begun = begun
      change = { [gate] database in
        begin.finish()
        gate.wait()
        return try GroupWriterTests.insert(0)(database)
      }
    }

    func end() { gate.signal() }
  }

  func testNobodyWaitsForATransactionThatDoesNotEnd() async throws {
    let (database, clock, slow) = (try database(), ManualClock(), Slow())
    let (answered, answer) = AsyncStream<Never>.makeStream()
    let writer = GroupWriter(database, patience: .seconds(1), clock: clock) { _ in { answer.finish() } }
    let first = Task { try await writer.perform(slow.change) }
    for await _ in slow.begun {}
    let second = Task { try await writer.perform(GroupWriterTests.insert(1)) }
    // It checks twice whether the transaction is still the same.
    for await _ in clock.sleeps.prefix(1) {}
    clock.advance(by: .seconds(1))
    for await _ in clock.sleeps.prefix(1) {}
    clock.advance(by: .seconds(1))
    for task in [first, second] {
      let result = await task.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is GroupWriter.NoAnswer, "\($0)") }
    }
    // New changes are rejected at once.
    do {
      _ = try await writer.perform(GroupWriterTests.insert(2))
      XCTFail("It waits.")
    } catch is GroupWriter.NoAnswer {}
    slow.end()
    for await _ in answered {}
    // The next one isn't rejected, and the rejected ones weren't made.
    _ = try await writer.perform(GroupWriterTests.insert(3))
    let numbers = try await numbers(database)
    XCTAssertEqual(numbers, [0, 3])
  }

  func testChangesThatAccumulateShareATransaction() async throws {
    let (database, slow) = (try database(), Slow())
    let writer = GroupWriter(database, clock: ManualClock())
    try await withThrowingTaskGroup { group in
      group.addTask { _ = try await writer.perform(slow.change) }
      for await _ in slow.begun {}
      let tasks = SerialTasks()
      for number in 1...1_000 {
        group.addTask(executorPreference: tasks) { _ = try await writer.perform(Self.insert(number)) }
      }
      await tasks.haveBegun()
      slow.end()
      try await group.waitForAll()
    }
    XCTAssertEqual(writer.groupCount, 2)
    let numbers = try await numbers(database)
    XCTAssertEqual(numbers, Array(0...1_000))
  }

  func testACancelledChangeIsNotAwaited() async throws {
    let (database, slow) = (try database(), Slow())
    let writer = GroupWriter(database, clock: ManualClock())
    let first = Task { try await writer.perform(slow.change) }
    for await _ in slow.begun {}
    let second = Task { try await writer.perform(GroupWriterTests.insert(1)) }
    first.cancel()
    second.cancel()
    for task in [first, second] {
      let result = await task.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    }
    slow.end()
    _ = try await writer.perform(GroupWriterTests.insert(2))
    // The first one had begun.
    let numbers = try await numbers(database)
    XCTAssertEqual(numbers.filter { $0 != 1 }, [0, 2])
  }

  func testNobodyHearsOfATransactionWhoseEndFails() async throws {
    let database = try database()
    let early = GroupWriter(database, end: { _ in throw Failure() })
    do {
      _ = try await early.perform(GroupWriterTests.insert(1))
      XCTFail("It is acknowledged.")
    } catch is Failure {}
    let late = GroupWriter(database, end: { _ in { throw Failure() } })
    do {
      _ = try await late.perform(GroupWriterTests.insert(2))
      XCTFail("It is acknowledged.")
    } catch is Failure {}
    // The first was rolled back. The second one is in the database, which may not be the right one.
    let numbers = try await numbers(database)
    XCTAssertEqual(numbers, [2])
  }
}
