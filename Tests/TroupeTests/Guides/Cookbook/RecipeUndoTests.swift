import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipeUndo.md`.

/// A value, with the values that it had before and those that were undone.
struct Undoable<Value: Equatable & Sendable>: Equatable, Sendable {
  private(set) var value: Value
  private var past: [Value] = []
  private var future: [Value] = []
  private let limit: Int

  init(_ value: Value, limit: Int = 100) {
    self.value = value
    self.limit = limit
  }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// Changes the value. One call is one step of undo.
  mutating func change(_ body: (inout Value) -> Void) {
    var changed = value
    body(&changed)
    guard changed != value else { return }
    past.append(value)
    if past.count > limit { past.removeFirst() }
    future = []
    value = changed
  }

  mutating func undo() {
    guard let previous = past.popLast() else { return }
    future.append(value)
    value = previous
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(value)
    value = next
  }
}

@Reducer
struct ShoppingList {
  struct State: Equatable {
    var items = Undoable<[String]>([])
    var selection: String?
  }

  enum Action: Equatable {
    case added(String)
    case removed(String)
    case selected(String?)
    case undoTapped
    case redoTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let item): state.items.change { $0.append(item) }
      case .removed(let item): state.items.change { $0.removeAll { $0 == item } }
      case .selected(let item): state.selection = item
      case .undoTapped: state.items.undo()
      case .redoTapped: state.items.redo()
      }
      return .none
    }
    .onChange(of: { $0.items.value }) { state, _, items in
      if let selection = state.selection, !items.contains(selection) { state.selection = nil }
      return .none
    }
  }
}

final class ShoppingListTests: XCTestCase {
  func testUndoAndRedo() async {
    let store = TestStore(initialState: ShoppingList.State()) { ShoppingList() }

    await store.send(.added("tea")) { $0.items.change { $0 = ["tea"] } }
    await store.send(.selected("tea")) { $0.selection = "tea" }
    await store.send(.undoTapped) {
      $0.items.undo()
      $0.selection = nil
    }
    XCTAssertEqual(store.state.items.value, [])
    XCTAssertFalse(store.state.items.canUndo)
    await store.send(.redoTapped) { $0.items.redo() }
    XCTAssertEqual(store.state.items.value, ["tea"])
    // There is nothing to redo after a new change.
    await store.send(.undoTapped) { $0.items.undo() }
    await store.send(.added("rice")) { $0.items.change { $0 = ["rice"] } }
    await store.send(.redoTapped)
    XCTAssertFalse(store.state.items.canRedo)
    await store.finish()
  }

  func testOldStepsAreForgotten() {
    var text = Undoable("", limit: 2)
    for letter in "abc" { text.change { $0.append(letter) } }
    for _ in 0..<3 { text.undo() }
    XCTAssertEqual(text.value, "a")
  }
}
