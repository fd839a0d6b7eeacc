import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipeDebouncedSearch.md`.

@DependencyClient
struct ProductCatalogue: DependencyKey {
  var search: @Sendable (_ query: String) async throws -> [String]

  static let liveValue = ProductCatalogue(search: { query in ["\(query) from the server"] })
  static let testValue = ProductCatalogue()
}

@Reducer
struct ProductSearch {
  struct State: Equatable {
    var query = ""
    var products: [String] = []
    var hasFailed = false
  }

  enum Action: Equatable {
    case queryChanged(String)
    case found([String])
    case failed
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(ProductCatalogue.self) var catalogue

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.hasFailed = false
        guard !query.isEmpty else {
          state.products = []
          return .cancel(id: "search")
        }
        return .run(name: "search") { send in
          await send(.found(try await catalogue.search(query)))
        } catch: { _, send in
          await send(.failed)
        }
        .debounce(id: "search", for: .milliseconds(300), clock: clock)

      case .found(let products):
        state.products = products
        return .none

      case .failed:
        state.hasFailed = true
        return .none
      }
    }
  }
}

final class ProductSearchTests: XCTestCase {
  func testOnlyTheLastQueryIsSearched() async {
    let store = TestStore(initialState: ProductSearch.State()) {
      ProductSearch()
    } withDependencies: {
      $0[ProductCatalogue.self].search = { query in [query.uppercased()] }
    }

    await store.send(.queryChanged("t")) { $0.query = "t" }
    await store.clock.advance(by: .milliseconds(299))
    await store.send(.queryChanged("te")) { $0.query = "te" }
    await store.clock.advance(by: .milliseconds(299))
    await store.send(.queryChanged("tea")) { $0.query = "tea" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.found(["TEA"])) { $0.products = ["TEA"] }
    await store.finish()
  }

  func testAnOutdatedSearchNeverArrives() async {
    let store = TestStore(initialState: ProductSearch.State()) {
      ProductSearch()
    } withDependencies: {
      let clock = $0.continuousClock
      $0[ProductCatalogue.self].search = { query in
        try await clock.sleep(for: .seconds(10))
        return [query]
      }
    }

    await store.send(.queryChanged("tea")) { $0.query = "tea" }
    await store.clock.advance(by: .seconds(5))
    await store.send(.queryChanged("")) { $0.query = "" }
    await store.clock.advance(by: .seconds(60))
    await store.finish()
  }

  func testAFailure() async {
    struct Offline: Error {}
    let store = TestStore(initialState: ProductSearch.State()) {
      ProductSearch()
    } withDependencies: {
      $0[ProductCatalogue.self].search = { _ in throw Offline() }
    }

    await store.send(.queryChanged("tea")) { $0.query = "tea" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.failed) { $0.hasFailed = true }
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.hasFailed = false
    }
    await store.finish()
  }
}
