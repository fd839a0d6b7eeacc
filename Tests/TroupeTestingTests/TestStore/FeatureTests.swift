import Troupe
import TroupeTesting
import XCTest

final class FeatureTests: XCTestCase {
  private func searchStore() -> TestStoreOf<SearchFeature> {
    TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0[SearchClient.self].search = { [$0 + "!"] }
    }
  }

  // S297, S311, S321
  func testAFeatureFromEndToEnd() async {
    let store = searchStore()
    await store.send(.queryChanged("ahoy")) { $0.query = "ahoy" }
    await store.receive(.loading(true)) { $0.isLoading = true }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(\.response) { $0.results = ["ahoy!"] }
    await store.receive(.loading(false)) { $0.isLoading = false }
    await store.send(.open("a")) { $0.detail = Detail.State(title: "a") }
    await store.send(.detail(.presented(.start)))
    await store.clock.advance(by: .seconds(2))
    await store.receive(\.detail.presented) { $0.detail?.seconds = 1 }
    await store.receive(\.detail, .presented(.tick)) { $0.detail?.seconds = 2 }
    await store.send(.detail(.presented(.close)))
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
    await store.finish()
  }
}
