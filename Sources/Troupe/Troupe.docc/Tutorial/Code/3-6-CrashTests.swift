import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import CoffeeBar

final class CrashTests: XCTestCase {
  let storage = MemoryStorage()

  func testAnOrderSurvivesACrash() async throws {
    do {
      let bar = try await openBar { _ in try await Task.never() }
      try await bar.commit(.ordered("espresso"))
    }

    let bar = try await openBar { _ in }
    try await bar.wait { $0.waiting.isEmpty }
    let ready = await bar.ready
    XCTAssertEqual(ready, [Order(number: 1, drink: "espresso")])
  }

  func openBar(brew: @escaping @Sendable (String) async throws -> Void) async throws -> StoreOf<Bar> {
    try await Store(
      initialState: Bar.State(),
      storage: storage,
      key: "bar",
      codec: StateCodec(format: JSONFormat())
    ) {
      Bar()
    } withDependencies: {
      $0[Machine.self].brew = brew
    }
  }
}
