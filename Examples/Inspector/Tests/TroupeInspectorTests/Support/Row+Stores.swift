import Troupe
import TroupeInspector

@testable import Shop

extension Row {
  /// Creates stores with the names `row-0`, `row-1` and so on, each of which has reduced an action.
  static func stores(_ count: Int, in inspector: Inspector) async -> [StoreOf<Row>] {
    var stores: [StoreOf<Row>] = []
    for number in 0..<count {
      var configuration = StoreConfiguration<Row.Action>()
      configuration.instruments = [inspector]
      configuration.name = "row-\(number)"
      let store = Store(initialState: State(id: "\(number)"), configuration: configuration) { Row() }
      await store.send(.arrived(1))
      stores.append(store)
    }
    return stores
  }
}
