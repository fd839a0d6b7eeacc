import Hummingbird
import HummingbirdTesting
import TroupeDurable
import XCTest

@testable import WarehouseFeature
@testable import WarehouseServer

/// A server that keeps the warehouses in memory.
final class UnsavedTests: XCTestCase {
  func testWhatIsntSavedIsThereUntilTheEnd() async throws {
    let test = try await TestServer.unsaved()
    try await test.run { client in
      let missing = try await client.get("/api/warehouses/south/items")
      expect(missing, .notFound, "noSuchWarehouse")
      let isNew = try await client.execute(uri: "/api/warehouses/south", method: .put).status
      XCTAssertEqual(isNew, .created)
      let again = try await client.execute(uri: "/api/warehouses/south", method: .put).status
      XCTAssertEqual(again, .ok)
      let names = try await client.get("/api/warehouses")
      XCTAssertEqual(names.text, #"{"warehouses":["north","south"]}"#)

      try await client.addBolts(5)
      for _ in 0..<2 {
        let ordered = try await client.post(
          "/api/warehouses/north/items/1/order",
          #"{"quantity":2,"key":"a"}"#
        )
        XCTAssertEqual(ordered.status, .ok)
      }
      let lease = try await client.lease(of: 1)
      let saved = try await client.post(
        "/api/warehouses/north/items/1/save",
        #"{"lease":"\#(lease)","name":"Nuts","status":"inStock","quantity":7}"#
      )
      XCTAssertEqual(saved.status, .ok, saved.text)
      let item = try await client.get("/api/warehouses/north/items/1")
      XCTAssertTrue(item.text.contains(#""name":"Nuts","ordered":2,"quantity":7"#), item.text)
      let isReady = try await client.get("/readyz").status
      XCTAssertEqual(isReady, .ok)
    }
    XCTAssertEqual(test.storage.keys, [])
  }

  func testTheTextOfAnEventIsMadeOnceAndForWhoLooks() {
    var count = 0
    let item = Item.State(id: 1, Draft(name: "Bolts", status: .inStock(quantity: 5)))
    let event = ItemEvent(item)
    let texts = (0..<2).map { _ in
      event.text { item in
        count += 1
        return item.name
      }
    }
    XCTAssertEqual(texts, ["Bolts", "Bolts"])
    XCTAssertEqual(count, 1)
  }
}
