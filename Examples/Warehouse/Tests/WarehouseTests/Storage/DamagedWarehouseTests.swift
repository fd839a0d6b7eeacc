import BrowserTesting
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import InMemoryLogging
import Logging
import TroupeDurable
import WarehouseFeature
import WarehouseStorage
import XCTest

@testable import WarehouseServer

/// A warehouse whose row is damaged while the server runs.
final class DamagedWarehouseTests: XCTestCase {
  func testTheKeyIsInTheLogAndNothingOfTheValueInTheAnswer() async throws {
    let (folder, log) = (TestFolder(), InMemoryLogHandler())
    let storage = try SQLiteStorage(path: folder.path("db"))
    let server = WarehouseServer(
      storage: storage,
      names: nil,
      logger: Logger(label: "test") { _ in log }
    )
    for name in ["north", "south"] { _ = try await server.warehouses.make(name) }
    try await DatabaseQueue(path: folder.path("db")).write { database in
      try database.execute(
        sql: "UPDATE state SET value = CAST('{}' AS BLOB) WHERE key = CAST('north' AS BLOB)"
      )
    }
    try await server.application().test(.router) { client in
      expect(try await client.get("/api/warehouses/north/items"), .internalServerError, "damaged")
      let response = try await client.get("/api/warehouses/south/items")
      XCTAssertEqual(response.status, .ok)
    }
    let lines = log.entries.filter { $0.level == .error }
    XCTAssertEqual(lines.count, 1)
    XCTAssertEqual(lines.first?.metadata["storage.key"], "north")
    XCTAssertTrue(lines.first?.metadata["error"].map { "\($0)".contains("\"north\"") } ?? false, "\(lines)")
    await server.warehouses.directory.shutdown(within: .zero)
  }
}
