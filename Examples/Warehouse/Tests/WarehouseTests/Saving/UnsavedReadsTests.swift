import HTTPTypes
import HummingbirdTesting
import Troupe
import TroupeDurable
import TroupeTesting
import WarehouseFeature
import XCTest

@testable import WarehouseServer

/// The answers while a warehouse waits for its save.
final class UnsavedReadsTests: XCTestCase {
  private let items = "/api/warehouses/north/items"
  private let order = #"{"quantity":1}"#

  /// A storage whose saves wait, starting with the one with a given number.
  private struct Slow {
    let begun: AsyncStream<Never>
    let storage: MemoryStorage
    private let release: AsyncStream<Never>.Continuation

    init(from number: Int) {
      let (begun, begin) = AsyncStream<Never>.makeStream()
      let (released, release) = AsyncStream<Never>.makeStream()
      (self.begun, self.release) = (begun, release)
      storage = MemoryStorage { call in
        guard call.operation == .save, call.number >= number else { return .perform }
        return .wait {
          begin.finish()
          for await _ in released {}
        }
      }
    }

    func end() { release.finish() }
  }

  func testAReadHasWhatIsSavedAndAChangeItsDeadline() async throws {
    // One creates the warehouse, one opens it, and one adds the item.
    let (slow, clock) = (Slow(from: 4), ManualClock())
    try await TestServer(storage: slow.storage, clock: clock).run { [items, order] client in
      try await client.addBolts()
      var sleeps = clock.sleeps.makeAsyncIterator()
      let change = Task { try await client.post("\(items)/1/order", order) }
      for await _ in slow.begun {}
      let paths = ["\(items)/1", items, "\(items)?q=bolts", "/warehouses/north"]
      for path in paths {
        let read = Task { try await client.get(path) }
        let end = clock.now.offset + .milliseconds(250)
        // It waits for the store. The requests have a separate sleep.
        while let sleep = await sleeps.next(), sleep != end {}
        clock.advance(by: .milliseconds(250))
        let answer = try await read.value
        XCTAssertEqual(answer.status, .ok, answer.text)
        XCTAssertTrue(answer.text.contains("Bolts"), answer.text)
        XCTAssertFalse(answer.text.contains(#""ordered":1"#), "It isn't saved: \(answer.text)")
      }
      clock.advance(by: .seconds(2))
      expect(try await change.value, .serviceUnavailable, "notKnown")
      slow.end()
      let answer = try await client.get("\(items)/1")
      XCTAssertTrue(answer.text.contains(#""ordered":1"#), answer.text)
    }
  }

  func testAChangeThatCanNotBeSavedIsRefusedAtOnce() async throws {
    let test = try await TestServer(clock: ManualClock())
    try await test.run { [items, order] client in
      try await client.addBolts()
      test.storage.isUnavailable = true
      expect(try await client.get("/readyz"), .serviceUnavailable, "storageUnavailable")
      for (path, body) in [("\(items)/1/order", order), (items, order), ("\(items)/1/edit", "")] {
        let answer = try await client.post(path, body)
        expect(answer, .serviceUnavailable, "storageUnavailable")
        XCTAssertEqual(answer.headers[.refused], "true")
        XCTAssertEqual(answer.headers[.retryAfter], "1")
      }
      let answer = try await client.execute(uri: "/api/warehouses/west", method: .put)
      expect(answer, .serviceUnavailable, "storageUnavailable")
      // Nothing of it waits, so reads come from the store.
      let read = try await client.get("\(items)/1")
      XCTAssertTrue(read.text.contains(#""ordered":0"#), read.text)
      test.storage.isUnavailable = false
      let ready = try await client.get("/readyz")
      XCTAssertEqual(ready.status, .ok)
      let done = try await client.post("\(items)/1/order", order)
      XCTAssertTrue(done.text.contains(#""ordered":1"#), done.text)
    }
  }

  func testTheRowOfTheWatchIsNoWarehouse() async throws {
    let test = try await TestServer()
    try await test.run { client in
      let ready = try await client.get("/readyz")
      XCTAssertEqual(ready.status, .ok)
      _ = try await client.execute(uri: "/api/warehouses/a-b", method: .put)
      let names = try await client.get("/api/warehouses?limit=1")
      XCTAssertTrue(names.text.contains(#"["a-b"]"#), names.text)
      XCTAssertTrue(names.text.contains(#""next":"a-b""#), names.text)
      let rest = try await client.get("/api/warehouses?after=a-b")
      XCTAssertTrue(rest.text.contains(#"["north"]"#), rest.text)
      expect(try await client.get("/api/warehouses/.probe/items"), .notFound, "noSuchWarehouse")
    }
  }
}
