import Logging
import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupeInspector
import TroupeRecording
import XCTest

@testable import TroupeInspector

/// The samples of the guide "Looking into a program", and of the doc comments of the library.
final class GuideSamplesTests: XCTestCase {
  @Reducer
  struct Checkout {
    struct State: Codable, Equatable, Sendable {
      var items = 0
    }

    enum Action: Codable, Sendable {
      case ordered(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .ordered(let count):
        state.items += count
        return .none
      }
    }
  }

  func testAProgramShowsItsStores() async throws {
    var configuration = StoreConfiguration<Checkout.Action>()
    var services: [any Service] = []

    let inspector = Inspector()
    configuration.instruments.append(inspector)
    services.append(InspectorServer(inspector))

    let store = Store(initialState: Checkout.State(), configuration: configuration) { Checkout() }
    await inspector.attach(store, key: "north", allowing: [.cancel, .send], samples: [.ordered(1)])

    await store.send(.ordered(2))
    let items = await store.items
    XCTAssertEqual(items, 2)
    XCTAssertEqual(services.count, 1)
  }

  func testADirectoryShowsItsStoresByTheirKeys() async throws {
    let inspector = Inspector()
    var base = StoreConfiguration<Checkout.Action>()
    base.instruments = [inspector]
    let configuration = base

    let directory = StoreDirectory { (key: String) in
      let store = Store(initialState: Checkout.State(), configuration: configuration) { Checkout() }
      await inspector.attach(store, key: key, allowing: [.cancel, .dismiss])
      return store
    }

    for key in ["north", "south"] { _ = try await directory.send(.ordered(1), to: key) }
    let answer = try await inspector.answer(
      InspectorAPI.Question(path: "stores", isPost: false, parameters: ["search": "sou"], body: .null),
      ["stores"]
    )
    XCTAssertEqual(answer?["stores"]?.elements?.map { $0["name"] }, [.string("south")])
    await directory.shutdown(within: .zero)
  }

  /// Compiles the samples. They aren't called, because they serve until the program ends.
  private func program(_ inspector: Inspector, _ logger: Logger) async throws {
    let group = ServiceGroup(services: [InspectorServer(inspector)], logger: logger)
    try await group.run()

    await Inspector.main { Checkout() }
  }
}
