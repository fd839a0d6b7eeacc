import BrowserTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import Troupe
import TroupeRecording
import XCTest

@testable import WarehouseFeature
@testable import WarehouseServer

/// A recording of a warehouse that a server has.
final class RecordingTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  func testARecordedWarehouseReplays() async throws {
    // With TROUPE_RECORDING=FILE, the recording of a longer run stays there, for a look at it.
    let kept = ProcessInfo.processInfo.environment["TROUPE_RECORDING"]
    let path = kept ?? folder.path("north.jsonl")
    let recording = try Recording<Warehouse.State, Warehouse.Action>(to: path, replacing: true)
    var limits = Limits()
    limits.requestsPerSecond = nil
    let server = try await TestServer(limits, instruments: [recording])
    let rounds = kept == nil ? 20 : 4_000
    try await server.run { client in
      for name in ["Bolts", "Hinges", "Nails", "Screws", "Washers"] {
        let item = #"{"name":"\#(name)","status":"inStock","quantity":100000}"#
        let added = try await client.post("/api/warehouses/north/items", item)
        XCTAssertEqual(added.status, .created)
      }
      for round in 0..<rounds {
        let item = 1 + round % 4
        let ordered = try await client.post("/api/warehouses/north/items/\(item)/order", #"{"quantity":3}"#)
        XCTAssertEqual(ordered.status, .ok)
        guard round % 10 == 5 else { continue }
        let lease = try await client.lease(of: 5)
        let saved = try await client.post(
          "/api/warehouses/north/items/5/save",
          #"{"lease":"\#(lease)","name":"Washers \#(round)","status":"inStock","quantity":7}"#
        )
        XCTAssertEqual(saved.status, .ok, saved.text)
      }
    }
    try recording.close()
    let replay = try Replay(path) { Warehouse() }
    XCTAssertNil(try replay.divergence()?.description)
    let contents = try RecordingContents(path)
    XCTAssertTrue(contents.isComplete)
    XCTAssertGreaterThan(contents.turns.upperBound, rounds)
  }
}
