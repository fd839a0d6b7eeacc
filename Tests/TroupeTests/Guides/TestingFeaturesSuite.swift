import Testing
import Troupe
import TroupeTesting

// A sample of `TestingFeatures.md`.

@Suite struct BookshopSuite {
  @Test func findingAndReadingABook() async {
    let store = TestStore(initialState: Bookshop.State()) {
      Bookshop()
    } withDependencies: {
      $0[BookClient.self].find = { query in ["All about \(query)"] }
    }

    await store.send(.queryChanged("actors")) { $0.query = "actors" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(\.found) { $0.titles = ["All about actors"] }

    await store.send(.open("All about actors")) {
      $0.book = Book.State(title: "All about actors")
    }
    await store.send(.book(.presented(.read)))
    await store.clock.advance(by: .seconds(2))
    await store.receive(.book(.presented(.tick))) { $0.book?.seconds = 1 }
    await store.receive(.book(.presented(.tick))) { $0.book?.seconds = 2 }
    await store.send(.book(.presented(.close)))
    await store.receive(.book(.dismiss)) { $0.book = nil }

    await store.finish()
    #expect(store.runningEffects.isEmpty)
  }
}
