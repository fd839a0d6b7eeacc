import HTTPTypes
import HummingbirdTesting
import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

@testable import WarehouseServer

final class ProblemTests: XCTestCase {
  func testOnlyAServerThatShutsDownSaysSo() throws {
    let codes: [(StoreError, String)] = [
      (.shutDown, "shuttingDown"), (.released, "shuttingDown"), (.superseded, "moving"),
      (.notSaved, "storageUnavailable"),
    ]
    for (error, code) in codes {
      let problem = try XCTUnwrap(Problem(error))
      XCTAssertEqual(problem.code, code)
      XCTAssertEqual(problem.message.contains("shutting down"), code == "shuttingDown", "\(error)")
      XCTAssertEqual(problem.status, .serviceUnavailable)
      XCTAssertEqual(problem.headers[.refused], "true", "Nothing was done for a store that is closed.")
    }
  }

  func testAChangeThatCanNotBeSavedIsNoShutdown() async throws {
    let test = try await TestServer()
    try await test.run { client in
      try await client.addBolts()
      let key: StorageKey = "north"
      let loaded = try await test.storage.load(key)
      let value = try XCTUnwrap(loaded)
      let revision = StorageRevision()
      try await test.storage.save(value.bytes, for: key, expecting: value.revision, as: revision, wake: nil)
      await withExpectedIssue {
        let order = #"{"quantity":1}"#
        let response = try? await client.post("/api/warehouses/north/items/1/order", order)
        XCTAssertEqual(response?.status, .serviceUnavailable)
        XCTAssertEqual(response?.code, "notSaved")
        XCTAssertEqual(response?.headers[.refused], "true")
      }
      // It is opened again, and nothing was done.
      let item = try await client.get("/api/warehouses/north/items/1")
      XCTAssertTrue(item.text.contains(#""ordered":0"#), item.text)
    }
  }
}
