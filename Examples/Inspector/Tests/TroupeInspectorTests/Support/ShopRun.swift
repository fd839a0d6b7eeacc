import Troupe
import TroupeRecording

@testable import Shop
@testable import TroupeInspector

/// Runs of the shop.
enum ShopRun {
  /// A store that has instruments.
  static func store(
    _ instruments: any Instrument...,
    rows: [String] = ["nails", "screws"],
    name: String = "shop"
  ) -> StoreOf<Shop> {
    var configuration = StoreConfiguration<Shop.Action>()
    configuration.instruments = instruments
    configuration.name = name
    return Store(initialState: Shop.State(rows: rows), configuration: configuration) { Shop() }
  }

  /// Records the same turns each time: an order and its delivery, and an editor that closes itself.
  static func record(to path: String) async throws {
    let recording = try Recording<Shop.State, Shop.Action>(to: path, replacing: true)
    let store = store(recording)
    await store.send(.rowAdded("hooks")).finish()
    await store.send(.rows(.element(id: "nails", action: .ordered(5)))).finish()
    await store.send(.rows(.element(id: "screws", action: .editTapped))).finish()
    await store.send(.rows(.element(id: "screws", action: .editor(.presented(.typed("<b>screws</b>"))))))
      .finish()
    await store.send(.rows(.element(id: "screws", action: .editor(.presented(.closeTapped))))).finish()
    await store.send(.sold(3)).finish()
    try recording.close()
  }
}
