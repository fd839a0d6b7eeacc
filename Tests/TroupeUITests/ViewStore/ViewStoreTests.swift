import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// What a view store reads and sends, over a store on the main actor.
@MainActor
final class ViewStoreTests: XCTestCase {
  private func makeViewStore() -> ViewStore<Shelf.State, Shelf.Action> {
    ViewStore(initialState: Shelf.State(title: "A", lent: Book.State(id: 7))) { Shelf() }
  }

  func testWhatWasSentIsReadAtOnce() async {
    let viewStore = makeViewStore()
    for number in 1...1000 {
      let task = viewStore.send(.set { $0.number = number })
      XCTAssertEqual(viewStore.number, number)
      XCTAssertTrue(task.wasReduced)
    }
  }

  func testItHasTheMembersOfTheState() async {
    let viewStore = makeViewStore()
    XCTAssertEqual(viewStore.title, "A")
    XCTAssertEqual(viewStore[\.title.count], 1)
    XCTAssertEqual(viewStore.lent?.id, 7)
    XCTAssertEqual(viewStore.corner.pages, 0)
    XCTAssertTrue(viewStore.books.isEmpty)
    let corner: Book.State = viewStore.corner
    XCTAssertEqual(corner, viewStore.state.corner)
    XCTAssertTrue(viewStore.isAlive)
  }

  func testTheHandleIsThatOfTheEffects() async {
    let viewStore = makeViewStore()
    await viewStore.send(.later(3)).finish()
    XCTAssertEqual(viewStore.number, 3)
  }

  func testWhatWasEnqueuedIsSeen() async throws {
    let store = Store(initialState: Shelf.State(), configuration: .mainActor) { Shelf() }
    let viewStore = ViewStore(store)
    try store.enqueue(.set { $0.number = 1 })
    XCTAssertEqual(viewStore.number, 1)
  }

  func testTwoViewsOfAStoreShowTheSame() async {
    let store = Store(initialState: Shelf.State(), configuration: .mainActor) { Shelf() }
    let (one, other) = (ViewStore(store), ViewStore(store))
    one.send(.set { $0.number = 4 })
    XCTAssertEqual(other.number, 4)
  }

  func testThePartOfAStateIsAlwaysTheSameObject() async {
    let viewStore = makeViewStore()
    let corner = viewStore.scope(state: \.corner, action: \.corner)
    corner.send(.titled("B"))
    XCTAssertEqual(viewStore.corner.title, "B")
    XCTAssertEqual(corner.title, "B")
    XCTAssertTrue(corner === viewStore.scope(state: \.corner, action: \.corner))
    // Parts that are read by functions can't be compared.
    let again = viewStore.scope(state: \.corner, action: /Shelf.Action.corner)
    XCTAssertFalse(corner === again)
    again.send(.titled("C"))
    XCTAssertEqual(corner.title, "C")
  }

  func testAfterTheStoreWasShutDownNothingIsReduced() async {
    let store = Store(initialState: Shelf.State(), configuration: .mainActor) { Shelf() }
    let viewStore = ViewStore(store)
    await store.shutdown(within: .zero)
    withExpectedIssue {
      XCTAssertFalse(viewStore.send(.set { $0.number = 1 }).wasReduced)
    }
    XCTAssertEqual(viewStore.number, 0)
  }

  func testNothingIsLeftWhenTheLastReferenceHasGone() async {
    weak var viewStore: ViewStore<Shelf.State, Shelf.Action>?
    weak var child: ViewStore<Book.State, Book.Action>?
    weak var store: Store<Shelf.State, Shelf.Action>?
    do {
      let made = makeViewStore()
      let tracker = Tracker { _ = (made.number, made.corner.title) }
      let corner = made.scope(state: \.corner, action: \.corner)
      made.send(.set { $0.number += 1 })
      XCTAssertEqual(tracker.runs, 2)
      (viewStore, child, store) = (made, corner, made.store)
    }
    XCTAssertNil(viewStore)
    XCTAssertNil(child)
    XCTAssertNil(store)
  }
}
