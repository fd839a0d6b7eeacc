import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// The view stores of children that appear and disappear.
@MainActor
final class ScopingTests: XCTestCase {
  typealias BookView = ViewStore<Book.State, Book.Action>

  private let desk = ViewStore(initialState: Desk.State()) { Desk() }

  private func change(_ change: @escaping @Sendable (inout Desk.State) -> Void) { desk.send(.set(change)) }

  /// A child of each kind: how it is found, created, replaced and removed.
  private struct Kind {
    let name: String
    let find: @MainActor (ViewStore<Desk.State, Desk.Action>) -> BookView?
    let set: @Sendable (inout Desk.State, Book.State?) -> Void
  }

  private static let kinds = [
    Kind(name: "optional", find: { $0.scope(state: \.optional, action: \.optional) }) { $0.optional = $1 },
    Kind(name: "presented", find: { $0.scope(state: \.presented, action: \.presented) }) {
      $0.presented = $1
    },
    Kind(name: "presentation", find: { $0.scope(state: \.$presented, action: \.presented) }) {
      $0.presented = $1
    },
    Kind(name: "row", find: { $0.scope(state: \.rows, id: 1, action: \.rows) }) { $0.rows[id: 1] = $1 },
    Kind(name: "value", find: { $0.scope(state: \.values, id: "a", action: \.values) }) {
      $0.values["a"] = $1
    },
    Kind(
      name: "case",
      find: { $0.scope(state: \.screen, action: \.screen).scope(state: \.book, action: \.book) }
    ) {
      $0.screen = $1.map { .book($0) } ?? .note("")
    },
  ]

  // S821
  func testAScopeWithoutALabelIsTheSameViewStore() async throws {
    for kind in Self.kinds { change { kind.set(&$0, Book.State(id: 1)) } }
    change { $0.stack.append(Book.State(id: 1)) }
    let id = try XCTUnwrap(desk.stack.ids.first)
    let screen = desk.scope(\.screen, action: \.screen)
    let unlabelled = [
      desk.scope(\.optional, action: \.optional), desk.scope(\.presented, action: \.presented),
      desk.scope(\.$presented, action: \.presented), desk.scope(\.rows, id: 1, action: \.rows),
      desk.scope(\.values, id: "a", action: \.values), screen.scope(\.book, action: \.book),
    ]
    for (kind, found) in zip(Self.kinds, unlabelled) {
      XCTAssertTrue(try XCTUnwrap(found, kind.name) === kind.find(desk), kind.name)
    }
    let row = try XCTUnwrap(desk.scope(\.stack, id: id, action: \.stack))
    XCTAssertTrue(row === desk.scope(state: \.stack, id: id, action: \.stack))
    XCTAssertTrue(row === desk.scope(\.stack, action: \.stack).first)
    XCTAssertTrue(
      desk.scope(\.rows, action: \.rows).first === desk.scope(state: \.rows, id: 1, action: \.rows)
    )
    XCTAssertTrue(screen === desk.scope(state: \.screen, action: \.screen))
  }

  // S480
  func testTheViewOfAChildIsTheSameObjectAsLongAsTheChildIs() async throws {
    for kind in Self.kinds {
      change { kind.set(&$0, nil) }
      XCTAssertNil(kind.find(desk), kind.name)
      change { kind.set(&$0, Book.State(id: 1)) }
      let child = try XCTUnwrap(kind.find(desk), kind.name)
      child.send(.titled("A"))
      XCTAssertEqual(child.title, "A", kind.name)
      XCTAssertTrue(kind.find(desk) === child, kind.name)
      // The same child in another state.
      change { kind.set(&$0, Book.State(id: 1, title: "B")) }
      XCTAssertTrue(kind.find(desk) === child, kind.name)
      XCTAssertEqual(child.title, "B", kind.name)
      change { kind.set(&$0, nil) }
      XCTAssertFalse(child.isAlive, kind.name)
      XCTAssertNil(kind.find(desk), kind.name)
      XCTAssertEqual(child.title, "B", kind.name)
      change { kind.set(&$0, Book.State(id: 1, title: "C")) }
      let next = try XCTUnwrap(kind.find(desk), kind.name)
      XCTAssertFalse(next === child, kind.name)
      XCTAssertNotEqual(next, child)
      XCTAssertNotEqual(next.id, child.id)
      XCTAssertEqual(child.title, "B", kind.name)
      withExpectedIssue {
        _ = child.send(.titled("D"))
      }
      XCTAssertEqual(next.title, "C", kind.name)
    }
  }

  func testAChildThatIsReplacedByAnotherIsAnotherObject() async throws {
    change { $0.presented = Book.State(id: 1) }
    let child = desk.scope(state: \.$presented, action: \.presented)
    change { $0.presented = Book.State(id: 2) }
    let next = desk.scope(state: \.$presented, action: \.presented)
    XCTAssertFalse(child === next)
    XCTAssertEqual(child?.isAlive, false)
    XCTAssertEqual(next?.state.id, 2)
  }

  func testWhoeverAsksForAChildIsToldThatItComesAndGoes() async {
    for kind in Self.kinds {
      change { kind.set(&$0, nil) }
      let tracker = Tracker { [desk] in _ = kind.find(desk) }
      change { kind.set(&$0, Book.State(id: 1)) }
      XCTAssertEqual(tracker.runs, 2, kind.name)
      // What is in the child is read from the child.
      kind.find(desk)?.send(.pageAdded)
      XCTAssertEqual(tracker.runs, 2, kind.name)
      change { kind.set(&$0, nil) }
      XCTAssertEqual(tracker.runs, 3, kind.name)
    }
  }

  func testWhoeverReadsAChildIsToldOfItsMembers() async throws {
    change { $0.rows = [Book.State(id: 1), Book.State(id: 2)] }
    let children = desk.scope(state: \.rows, action: \.rows)
    let trackers = children.map { child in Tracker { _ = child.title } }
    children[0].send(.titled("A"))
    XCTAssertEqual(trackers.map(\.runs), [2, 1])
    children[1].send(.titled("B"))
    children[1].send(.pageAdded)
    XCTAssertEqual(trackers.map(\.runs), [2, 2])
  }

  func testTheViewsOfRowsStayTheSameWhenRowsMove() async {
    change { $0.rows = [Book.State(id: 1), Book.State(id: 2), Book.State(id: 3)] }
    let before = desk.scope(state: \.rows, action: \.rows)
    var seen: [[Int]] = []
    let tracker = Tracker { [desk] in
      seen.append(desk.scope(state: \.rows, action: \.rows).map(\.state.id))
    }
    change { $0.rows.move(fromOffsets: [0], toOffset: 3) }
    let after = desk.scope(state: \.rows, action: \.rows)
    XCTAssertEqual(after, [before[1], before[2], before[0]])
    change { $0.rows.remove(id: 2) }
    XCTAssertEqual(seen, [[1, 2, 3], [2, 3, 1], [3, 1]])
    XCTAssertEqual(tracker.runs, 3)
  }

  func testAChildThatHasGoneIsForgottenByItsParent() async {
    weak var child: BookView?
    for kind in Self.kinds {
      change { kind.set(&$0, Book.State(id: 1)) }
      child = kind.find(desk)
      XCTAssertNotNil(child, kind.name)
      change { kind.set(&$0, nil) }
      XCTAssertNil(child, kind.name)
    }
  }

  func testDismissingAPresentedChildSendsDismiss() async throws {
    change { $0.presented = Book.State(id: 1) }
    let child = try XCTUnwrap(desk.scope(state: \.$presented, action: \.presented))
    child.dismiss()
    XCTAssertNil(desk.presented)
    // A child that is already gone dismisses no other.
    change { $0.presented = Book.State(id: 2) }
    child.dismiss()
    XCTAssertEqual(desk.presented?.id, 2)
    // A part of a child dismisses the child.
    let part = desk.scope(state: \.$presented, action: \.presented)?.scope(state: \.self, action: \.self)
    part?.dismiss()
    XCTAssertNil(desk.presented)
  }

  func testDismissingAnElementOfAStackPopsIt() async throws {
    change { $0.stack = StackState([Book.State(id: 1), Book.State(id: 2), Book.State(id: 3)]) }
    let screens = desk.scope(state: \.stack, action: \.stack)
    XCTAssertEqual(screens.map(\.state.id), [1, 2, 3])
    screens[1].dismiss()
    XCTAssertEqual(desk.scope(state: \.stack, action: \.stack), [screens[0]])
    XCTAssertFalse(screens[2].isAlive)
  }

  func testDismissingWhatIsNotPresentedIsAnIssue() async throws {
    change { $0.rows = [Book.State(id: 1)] }
    let row = try XCTUnwrap(desk.scope(state: \.rows, id: 1, action: \.rows))
    withExpectedIssue { row.dismiss() }
    withExpectedIssue { desk.dismiss() }
    XCTAssertTrue(row.isAlive)
  }

  func testAMirrorHasTheSameViewsOfItsChildren() async throws {
    let store = Store(initialState: Desk.State(rows: [Book.State(id: 1)])) { Desk() }
    let mirror = await ViewStore(mirroring: store)
    let row = try XCTUnwrap(mirror.scope(state: \.rows, id: 1, action: \.rows))
    row.send(.titled("A"))
    await becomesTrue { row.title == "A" }
    XCTAssertTrue(mirror.scope(state: \.rows, id: 1, action: \.rows) === row)
    await store.send(.set { $0.rows = [] })
    await becomesTrue { mirror.rows.isEmpty }
    XCTAssertFalse(row.isAlive)
  }
}
