import TestSupport
import Troupe
import TroupeDurable
import TroupeSharing
import TroupeTesting
import XCTest

/// Stored values on many threads, for the thread sanitizer.
final class StoredValueStressTests: TroupeTestCase {
  // S861, S886, S887
  func testStoresAndUpdatesOnManyThreadsLoseNothing() async throws {
    let house = House(nil)
    let tickets = try await house.tickets()
    let told = Collector<[Int]>()
    let stores = (0..<8).map { _ in house.storeAtOnce() }
    for store in stores { await store.send(.setUp(told)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for index in 0..<50 { await store.send(.take(number * 1_000 + index)).finish() }
        }
        group.addTask {
          for index in 500..<550 {
            let list = try await tickets.update { tickets in
              tickets.append(number * 1_000 + index)
              return tickets
            }
            told.append(list)
          }
        }
        group.addTask {
          for _ in 0..<50 { told.append(tickets.wrappedValue) }
        }
      }
      try await group.waitForAll()
    }
    for store in stores { await store.shutdown(within: .seconds(60)) }
    let final = try await house.read() ?? []
    XCTAssertEqual(final.count, 800)
    XCTAssertEqual(Set(final).count, 800)
    for list in told.all { XCTAssert(final.starts(with: list)) }
  }
}
