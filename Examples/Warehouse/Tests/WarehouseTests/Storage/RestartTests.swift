import BrowserTesting
import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import WarehouseFeature
import WarehouseStorage
import XCTest

/// Warehouses that are reopened from the same database.
final class RestartTests: XCTestCase {
  private let bolts = Draft(name: "Bolts", status: .inStock(quantity: 5))
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  private func warehouses(_ update: @escaping @Sendable (inout DependencyValues) -> Void = { _ in })
    throws -> Warehouses
  {
    Warehouses(storage: try SQLiteStorage(path: folder.path("db"))) {
      $0.context = .live
      update(&$0)
    }
  }

  func testAWarehouseIsThereOnceItIsMade() async throws {
    let warehouses = try warehouses()
    do {
      try await warehouses.directory.withStore(for: "north") { _ in XCTFail("It is there.") }
    } catch is Warehouses.NoSuchWarehouse {}
    var isNew = try await warehouses.make("north")
    XCTAssertTrue(isNew)
    _ = try await warehouses.directory.commit(.requested(.add(bolts)), to: "north")
    isNew = try await warehouses.make("north")
    XCTAssertFalse(isNew)
    let count = try await warehouses.directory.withStore(for: "north") { await $0.items.count }
    XCTAssertEqual(count, 1)
    await warehouses.directory.shutdown(within: .zero)
  }

  func testWhatIsAcknowledgedSurvives() async throws {
    let first = try warehouses()
    _ = try await first.make("north")
    for request in [Request.add(bolts), .order(1, quantity: 2, key: "a"), .edit(1)] {
      let answer = try await first.directory.withStore(for: "north") { store in
        try await store.commit(.requested(request), returning: { $0.answeredItem }).value
      }
      _ = try answer.get()
    }
    // It isn't shut down, as after a crash.
    let second = try warehouses()
    let state = try await second.directory.withStore(for: "north") { await $0.state }
    XCTAssertEqual(state.items.first?.status, .inStock(quantity: 3))
    XCTAssertEqual(state.items.first?.ordered, 2)
    XCTAssertEqual(state.orderKeys, [OrderKey("a", of: 1, quantity: 2)])
    XCTAssertNotNil(state.items.first?.editor)
    XCTAssertNil(state.answer)
    await second.directory.shutdown(within: .zero)
    await withExpectedIssue {
      // The first has lost the key to the second.
      _ = try? await first.directory.commit(.requested(.add(bolts)), to: "north")
    }
    await first.directory.shutdown(within: .zero)
  }

  func testALeaseEndsAfterARestartThoughNobodyAsks() async throws {
    let past = Date(timeIntervalSinceNow: -3_600)
    let first = try warehouses { $0.date = .constant(past) }
    _ = try await first.make("north")
    for request in [Request.add(bolts), .edit(1)] {
      _ = try await first.directory.commit(.requested(request), to: "north")
    }
    await first.directory.shutdown(within: .zero)

    let second = try warehouses()
    let events = await second.directory.events()
    let leases = Task { try await second.endLeases() }
    for await event in events {
      if case .opened = event.kind { break }
    }
    try await second.directory.withStore(for: "north") { store in
      try await store.wait(until: { $0.items[id: 1]?.editor == nil })
    }
    leases.cancel()
    _ = await leases.result
    await second.directory.shutdown(within: .seconds(1))
  }
}
