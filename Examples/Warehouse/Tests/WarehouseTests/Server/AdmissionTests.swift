import Dispatch
import HTTPTypes
import HummingbirdTesting
import Troupe
import TroupeDurable
import WarehouseFeature
import XCTest

@testable import WarehouseServer

/// A warehouse that is asked for more than it can do.
final class AdmissionTests: XCTestCase {
  private let items = "/api/warehouses/north/items"
  private let draft = #"{"name":"Bolts","status":"inStock","quantity":5}"#

  /// Runs a test while the warehouse `north` is busy for a long time.
  private func run(
    _ test: @escaping @Sendable (any TestClientProtocol, _ release: @Sendable () -> Void) async throws -> Void
  ) async throws {
    var limits = Limits()
    limits.waitingTime = .milliseconds(1)
    // Enough of them that no answer waits for another one.
    let threads = StoreThreads(count: 9)
    let server = try await TestServer(limits, threads: threads)
    let held = DispatchSemaphore(value: 0)
    try await server.run { client in
      let (begun, begin) = AsyncStream<Never>.makeStream()
      let turn = Task {
        try await server.server.warehouses.directory.withStore(for: "north") { store in
          await store.withState { _ in
            begin.finish()
            held.wait()
          }
        }
      }
      for await _ in begun {}
      do {
        try await test(client) { held.signal() }
      } catch {
        held.signal()
        throw error
      }
      try await turn.value
    }
    threads.end()
  }

  /// Sends requests at the same time. Some are rejected at once, and the others are answered when the
  /// warehouse has time.
  private func send(
    _ count: Int,
    refused: Int,
    _ success: HTTPResponse.Status,
    _ request: @escaping @Sendable (any TestClientProtocol) async throws -> TestResponse
  ) async throws {
    try await run { client, release in
      try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<count { group.addTask { try await request(client) } }
        for _ in 0..<refused {
          let response = try await group.next()
          expect(try XCTUnwrap(response), .serviceUnavailable, "warehouseBusy")
          XCTAssertEqual(response?.headers[.retryAfter], "1")
        }
        // Other warehouses don't notice.
        _ = try await client.execute(uri: "/api/warehouses/south", method: .put)
        let other = try await client.post(
          "/api/warehouses/south/items",
          #"{"name":"Nuts","status":"outOfStock"}"#
        )
        XCTAssertEqual(other.status, .created)
        let read = try await client.get("/api/warehouses/south/items?q=n")
        XCTAssertEqual(read.status, .ok)
        release()
        for try await response in group { XCTAssertEqual(response.status, success, response.text) }
      }
      let after = try await request(client)
      XCTAssertEqual(after.status, success)
    }
  }

  func testReadsThatItHasNoTimeForAreRefused() async throws {
    try await send(20, refused: 4, .ok) { [items] in try await $0.get(items + "?q=zzz") }
  }

  func testPagesThatItHasNoTimeForAreRefused() async throws {
    try await send(17, refused: 1, .ok) { try await $0.get("/warehouses/north") }
  }

  func testChangesThatItHasNoTimeForAreRefused() async throws {
    try await send(70, refused: 6, .created) { [items, draft] in try await $0.post(items, draft) }
  }

  func testOpeningWaitsForItsTurn() async throws {
    var limits = Limits()
    limits.waitingTime = .milliseconds(1)
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let (released, release) = AsyncStream<Never>.makeStream()
    let storage = MemoryStorage { call in
      guard call.operation == .load, call.key == "north", call.number == 1 else { return .perform }
      return .wait {
        begin.finish()
        for await _ in released {}
      }
    }
    try await TestServer(limits, storage: storage).run { [items] client in
      async let first = client.get(items).status
      for await _ in begun {}
      expect(try await client.get(items), .serviceUnavailable, "warehouseBusy")
      _ = try await client.execute(uri: "/api/warehouses/south", method: .put)
      var status = try await client.get("/api/warehouses/south/items").status
      XCTAssertEqual(status, .ok)
      release.finish()
      status = try await first
      XCTAssertEqual(status, .ok)
      status = try await client.get(items).status
      XCTAssertEqual(status, .ok)
    }
  }
}
