import Observation
import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// Code that reads a view store in `withObservationTracking` is notified of changes to what it read.
@MainActor
final class ObservationTests: XCTestCase {
  private let viewStore = ViewStore(
    initialState: Shelf.State(
      books: [Book.State(id: 1, title: "one"), Book.State(id: 2, title: "two")]
    )
  ) { Shelf() }

  private func change(_ change: @escaping @Sendable (inout Shelf.State) -> Void) {
    viewStore.send(.set(change))
  }

  func testAMemberIsToldOfWhenItHasChangedAndOnlyThen() async {
    let number = Tracker { [viewStore] in _ = viewStore.number }
    let title = Tracker { [viewStore] in _ = viewStore.title }
    change { $0.number += 1 }
    XCTAssertEqual([number.runs, title.runs], [2, 1])
    change { $0.title = "B" }
    XCTAssertEqual([number.runs, title.runs], [2, 2])
    change { $0.title = "B" }
    XCTAssertEqual([number.runs, title.runs], [2, 2])
    change { ($0.title, $0.number) = ("C", 9) }
    XCTAssertEqual([number.runs, title.runs], [3, 3])
  }

  func testAllWhoReadAMemberAreTold() async {
    let trackers = (0..<10).map { _ in Tracker { [viewStore] in _ = (viewStore.number, viewStore.title) } }
    change { ($0.number, $0.title) = (1, "A") }
    XCTAssertEqual(trackers.map(\.runs), Array(repeating: 2, count: 10))
  }

  func testAMemberOfAChildIsToldOfByItself() async {
    let pages = Tracker { [viewStore] in _ = viewStore.corner.pages }
    let title = Tracker { [viewStore] in _ = viewStore.corner.title }
    change { $0.corner.pages = 3 }
    XCTAssertEqual([pages.runs, title.runs], [2, 1])
    // Both are notified of another child in its place.
    change { $0.corner = Book.State(id: 9, pages: 3) }
    XCTAssertEqual([pages.runs, title.runs], [3, 2])
  }

  func testThePresenceOfAnOptionalIsToldOf() async {
    let presence = Tracker { [viewStore] in _ = viewStore.lent == nil }
    let pages = Tracker { [viewStore] in _ = viewStore.lent?.pages }
    change { $0.lent = Book.State(id: 3) }
    XCTAssertEqual([presence.runs, pages.runs], [2, 2])
    change { $0.lent?.pages = 5 }
    XCTAssertEqual([presence.runs, pages.runs], [2, 3])
    change { $0.lent?.title = "C" }
    XCTAssertEqual([presence.runs, pages.runs], [2, 3])
    change { $0.lent = nil }
    XCTAssertEqual([presence.runs, pages.runs], [3, 4])
  }

  func testTheCaseOfAnEnumAndItsPayloadAreToldOf() async {
    let isRoom = Tracker { [viewStore] in _ = viewStore.place.is(\.room) }
    let room = Tracker { [viewStore] in _ = viewStore.place.room }
    let title = Tracker { [viewStore] in _ = viewStore.place.book?.title }
    change { $0.place = .room(1) }
    XCTAssertEqual([isRoom.runs, room.runs, title.runs], [2, 2, 1])
    change { $0.place = .room(2) }
    XCTAssertEqual([isRoom.runs, room.runs], [2, 3])
    change { $0.place = .book(Book.State(id: 1)) }
    XCTAssertEqual([isRoom.runs, room.runs], [3, 4])
    let runs = title.runs
    change { $0.place.modify(\.book) { $0.pages = 1 } }
    XCTAssertEqual(title.runs, runs)
    change { $0.place.modify(\.book) { $0.title = "C" } }
    XCTAssertEqual(title.runs, runs + 1)
  }

  func testAnElementIsToldOfByItsID() async {
    let one = Tracker { [viewStore] in _ = viewStore.books[id: 1]?.title }
    let two = Tracker { [viewStore] in _ = viewStore.books[id: 2]?.title }
    let three = Tracker { [viewStore] in _ = viewStore.books[id: 3]?.title }
    let ids = Tracker { [viewStore] in _ = viewStore.books.ids }
    let count = Tracker { [viewStore] in _ = viewStore.books.count }
    var runs: [Int] { [one.runs, two.runs, three.runs, ids.runs, count.runs] }
    change { $0.books[id: 1]?.title = "uno" }
    XCTAssertEqual(runs, [2, 1, 1, 1, 1])
    change { $0.books[id: 2]?.pages = 3 }
    XCTAssertEqual(runs, [2, 1, 1, 1, 1])
    change { $0.books.swapAt(0, 1) }
    XCTAssertEqual(runs, [2, 1, 1, 2, 1])
    change { $0.books.append(Book.State(id: 3)) }
    XCTAssertEqual(runs, [2, 1, 2, 3, 2])
    change { $0.books.remove(id: 1) }
    XCTAssertEqual(runs, [3, 1, 2, 4, 3])
    change { $0.books[id: 3]?.title = "tre" }
    XCTAssertEqual(runs, [3, 1, 3, 4, 3])
  }

  // S941
  func testAnElementIsToldOfByItsPosition() async {
    let first = Tracker { [viewStore] in _ = viewStore.books[0].title }
    let last = Tracker { [viewStore] in _ = viewStore.books.last?.pages }
    var runs: [Int] { [first.runs, last.runs] }
    change { $0.books[id: 1]?.title = "uno" }
    XCTAssertEqual(runs, [2, 1])
    change { $0.books[id: 2]?.pages = 3 }
    XCTAssertEqual(runs, [2, 2])
    change { $0.books.append(Book.State(id: 3)) }
    XCTAssertEqual(runs, [2, 3])
    change { $0.books.swapAt(0, 1) }
    XCTAssertEqual(runs, [3, 3])
    change { $0.books[id: 1]?.title = "eins" }
    XCTAssertEqual(runs, [3, 3])
    change { $0.books = [Book.State(id: 2)] }
    XCTAssertEqual(runs, [4, 4])
  }

  func testAMemberThatCannotBeComparedCountsAsChangedAfterEveryTurn() async {
    let opaque = Tracker { [viewStore] in _ = viewStore.opaque }
    change { $0.number += 1 }
    change { _ in }
    XCTAssertEqual(opaque.runs, 3)
  }

  func testItIsToldAtTheEndOfTheTurnAndSeesTheNewState() async {
    var seen: [Int] = []
    let tracker = Tracker { [viewStore] in seen.append(viewStore.number) }
    change { state in
      state.number = 1
      state.number = 2
    }
    XCTAssertEqual(seen, [0, 2])
    XCTAssertEqual(tracker.runs, 2)
  }

  func testWhatIsSentFromOnChangeIsReducedInATurnAfterIt() async {
    var seen: [Int] = []
    let tracker = Tracker { [viewStore] in
      seen.append(viewStore.number)
      guard viewStore.number == 1 else { return }
      viewStore.send(.set { $0.number = 2 })
      // It isn't reduced yet.
      seen.append(viewStore.number)
    }
    change { $0.number = 1 }
    XCTAssertEqual(seen, [0, 1, 1])
    // A later action comes after it.
    change { $0.title = "A" }
    XCTAssertEqual(seen, [0, 1, 1, 2])
    XCTAssertEqual(tracker.runs, 3)
  }

  func testOneWhoIsToldMayTrackSomethingElse() async {
    var wantsTitle = false
    let tracker = Tracker { [viewStore] in
      if wantsTitle { _ = viewStore.title } else { _ = viewStore.number }
      wantsTitle = true
    }
    change { $0.number = 1 }
    XCTAssertEqual(tracker.runs, 2)
    change { $0.number = 2 }
    XCTAssertEqual(tracker.runs, 2)
    change { $0.title = "A" }
    XCTAssertEqual(tracker.runs, 3)
  }

  func testWhatNobodyTracksIsForgotten() async {
    // Reads outside a tracking closure are not kept at all.
    _ = (viewStore.number, viewStore.corner.pages, viewStore.books.ids, viewStore.books[id: 1]?.title)
    XCTAssertFalse(viewStore.isTracked)
    for _ in 0..<100 {
      withObservationTracking {
        _ = (viewStore.number, viewStore.corner.pages, viewStore.books.ids, viewStore.books[id: 1]?.title)
      } onChange: {
      }
    }
    XCTAssertTrue(viewStore.isTracked)
    change { $0.number += 1 }
    // They were notified once, and don't register again.
    XCTAssertFalse(viewStore.isTracked)
  }

  func testAnElementThatIsTrackedAfterItsCollectionWasForgottenIsToldOf() async {
    withObservationTracking {
      _ = (viewStore.number, viewStore.books[id: 1]?.title)
    } onChange: {
    }
    change { $0.number += 1 }
    let one = Tracker { [viewStore] in _ = viewStore.books[id: 1]?.title }
    change { $0.books[id: 1]?.title = "uno" }
    XCTAssertEqual(one.runs, 2)
  }

  func testAReleasedViewStoreTellsNobody() async {
    let store = Store(initialState: Shelf.State(), configuration: .mainActor) { Shelf() }
    var viewStore: ViewStore? = ViewStore(store)
    weak let released = viewStore
    let tracker = Tracker { _ = released?.number }
    viewStore = nil
    XCTAssertNil(released)
    ViewStore(store).send(.set { $0.number = 1 })
    XCTAssertEqual(tracker.runs, 1)
    XCTAssertNil(viewStore)
  }
}
