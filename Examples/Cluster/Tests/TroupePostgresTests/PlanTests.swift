import XCTest

@testable import TroupePostgres

final class PlanTests: XCTestCase {
  /// If a plan gave up the order of the keys, transactions could deadlock, and a table without statistics
  /// would be scanned from its beginning to its end.
  func testStatementsGoThroughTheIndexInTheOrderOfTheirKeys() async throws {
    let database = try await Database()
    let storage = try database.storage()
    try await storage.ready()
    await storage.close()
    let plans: [(Statement, parameters: String, scan: String)] = [
      (.update, "'{}', '{}', '{}', '{}', '{}', '{}'", "state_pkey"), (.remove, "'{}', '{}'", "state_pkey"),
      (.settle, "'{}'", "state_pkey"), (.load, "'{}', '{}'", "state_pkey"),
      (.release, "'{}', '{}'", "state_pkey"),
      (.due, "1, 1, '{}'", "state_wake"),
      (.insert, "'{}', '{}', '{}', '{}', '{}'", "Function Scan"),
    ]
    for (statement, parameters, scan) in plans {
      let plan = try database.rows(
        """
        \(Schema.settings(lockTime: .seconds(1))); \(statement.prepare(in: database.schema));
        EXPLAIN EXECUTE \(statement.name) (\(parameters))
        """
      )
      let text = plan.joined(separator: "\n")
      XCTAssertTrue(text.contains(scan), text)
      for part in ["Seq Scan", "Hash", "Sort", "Merge"] { XCTAssertFalse(text.contains(part), text) }
      // The keys come from the parameters, and each is looked up.
      if scan == "state_pkey" {
        let order = ["Nested Loop", "Function Scan", "Index Scan"].compactMap {
          text.range(of: $0)?.lowerBound
        }
        XCTAssertEqual(order.count, 3, text)
        XCTAssertEqual(order, order.sorted(), text)
      }
    }
  }
}
