import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// The samples of the guide "A store per key", and of `StoreDirectory`.
final class AStoreForEachOfManyTests: GuideTestCase {
  @Reducer
  struct Warehouse {
    struct State: Codable, Sendable {
      var stock = 0
    }
    enum Action: Sendable { case delivered(Int), ordered(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .delivered(let count): state.stock += count
        case .ordered(let count): state.stock -= count
        }
        return .none
      }
    }
  }

  func testADirectory() async throws {
    let storage = MemoryStorage()
    let directory = StoreDirectory { (name: String) in
      try await Store(
        initialState: Warehouse.State(),
        storage: storage,
        key: StorageKey(name),
        codec: StateCodec(format: JSONFormat())
      ) {
        Warehouse()
      }
    }
    try await directory.commit(.delivered(5), to: "north")
    try await directory.send(.ordered(2), to: "north")
    let stock = try await directory.withStore(for: "north") { store in await store.stock }
    XCTAssertEqual(stock, 3)
    let total = try await directory.withStore(for: "north") { store in await store.stock }
    XCTAssertEqual(total, 3)
    do {
      let stock = try await directory.send(.ordered(2), to: "north", returning: { $0.stock }).value
      XCTAssertEqual(stock, 1)
    }
    do {
      let stock = try await directory.commit(.delivered(2), to: "north", returning: { $0.stock }).value
      XCTAssertEqual(stock, 3)
    }
    try await directory.send(.ordered(3), to: "north")

    let events = Task {
      for await event in await directory.events() {
        if case .failed(let error) = event.kind { print("\(event.key) can't be opened: \(error)") }
      }
    }
    let run = Task {
      try await directory.run(waking: storage, now: { .now }) { key in key.text }
    }
    for (key, report) in await directory.shutdown(within: .seconds(10)) where !report.isComplete {
      print("\(key): \(report)")
    }
    await events.value
    try await run.value
    let again = try await Store(
      initialState: Warehouse.State(),
      storage: storage,
      key: "north",
      codec: StateCodec(format: JSONFormat())
    ) {
      Warehouse()
    }
    let rest = await again.stock
    XCTAssertEqual(rest, 0)
  }

  func testAConfiguration() {
    var configuration = StoreDirectoryConfiguration()
    configuration.capacity = 1_000
    configuration.idleTime = .seconds(300)
    XCTAssertEqual(configuration.capacity, 1_000)
  }
}
