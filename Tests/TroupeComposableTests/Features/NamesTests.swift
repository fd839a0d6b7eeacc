import TroupeComposable
import TroupeTesting
import XCTest

/// Features in the spelling of the Composable Architecture.
@MainActor
final class NamesTests: XCTestCase {
  @Reducer
  struct Editor {
    @ObservableState
    struct State: Equatable, Sendable { var text = "" }

    enum Action { case typed(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let text):
          state.text = text
          return .none
        }
      }
    }
  }

  @Reducer(state: .equatable, .sendable, action: .equatable)
  enum Destination {
    case editor(Editor)
    case alert(AlertState<Alert>)

    enum Alert: Equatable { case confirmed }
  }

  @Reducer
  struct Host {
    struct State: Equatable, Sendable {
      @PresentationState var editor: Editor.State?
      @PresentationState var destination: Destination.State?
    }

    enum Action {
      case editor(PresentationAction<Editor.Action>)
      case destination(PresentationAction<Destination.Action>)
      case editTapped
      case deleteTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .editTapped:
          state.editor = Editor.State()
          state.destination = .editor(Editor.State())
        case .deleteTapped:
          state.destination = .alert(
            AlertState(
              title: TextState("Delete?").bold(),
              primaryButton: .destructive(TextState("Delete"), action: .send(.confirmed)),
              secondaryButton: .cancel(TextState("Keep"))
            )
          )
        case .editor, .destination: break
        }
        return .none
      }
      .ifLet(\.$editor, action: \.editor) { Editor() }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  // S829
  func testAFeatureInTheFormerSpelling() async {
    let store = TestStore(initialState: Host.State()) { Host() }
    await store.send(.editTapped) {
      $0.editor = Editor.State()
      $0.destination = .editor(Editor.State())
    }
    await store.send(.editor(.presented(.typed("a")))) { $0.editor?.text = "a" }
    await store.send(.destination(.presented(.editor(.typed("b"))))) {
      $0.destination = .editor(Editor.State(text: "b"))
    }
    XCTAssertEqual(Editor.Action.typed("a").text, "a")
    XCTAssertEqual(Destination.Action.alert(.confirmed), .alert(.confirmed))
  }

  /// The state of a view, which `ViewStore(store, observe: ViewState.init)` showed.
  private struct ViewState: Equatable {
    let length: Int

    init(_ state: Editor.State) { length = state.text.count }
  }

  // S829
  func testAScopeReplacesAViewStoreOfAPart() {
    let store = ViewStoreOf<Editor>(initialState: Editor.State()) { Editor() }
    let lengths = store.scope(state: ViewState.init, action: { $0 })
    let counts = store.scope(state: { $0.text.count }, action: Editor.Action.typed)
    let texts = store.scope(state: \.text, action: { $0 })
    lengths.send(.typed("a"))
    XCTAssertEqual(lengths.length, 1)
    counts.send("ab")
    XCTAssertEqual(counts.state, 2)
    XCTAssertEqual(texts.state, "ab")
  }

  // S829
  func testTheFormerAlerts() async throws {
    let store = TestStore(initialState: Host.State()) { Host() }
    store.exhaustivity = .off
    await store.send(.deleteTapped)
    guard case .alert(let alert) = store.state.destination else { return XCTFail("There is no alert.") }
    XCTAssertEqual(alert.title, TextState("Delete?"))
    XCTAssertEqual(alert.buttons.map(\.role), [.destructive, .cancel])
    XCTAssertEqual(alert.buttons.map(\.action), [.confirmed, nil])
    XCTAssertEqual(alert.buttons.map(\.label), ["Delete", "Keep"])
    let single = AlertState<Destination.Alert>(title: "A", message: "B", dismissButton: .default("C"))
    XCTAssertEqual(single.message, "B")
    XCTAssertEqual(single.buttons.map(\.label), ["C"])
    XCTAssertEqual(ButtonState<Int>(action: .send(7)) { "D" }.action, 7)
    XCTAssertEqual(ButtonState<Int>(role: .cancel, action: .send(nil)) { "D" }.action, nil)
    XCTAssertEqual(TextState(verbatim: "a").italic().underline().strikethrough(), "a")
  }

  // S829
  func testElementsThatAreKnownToBeUnique() async {
    struct Row: Equatable, Identifiable { var id: Int }
    let rows = IdentifiedArray(uncheckedUniqueElements: [Row(id: 1), Row(id: 2)])
    XCTAssertEqual(rows.ids.map { $0 }, [1, 2])
    let lengths = IdentifiedArray(uncheckedUniqueElements: ["a", "bb"], id: \.count)
    XCTAssertEqual(lengths[id: 2], "bb")
  }
}

extension NamesTests.Editor.Action {
  fileprivate var text: String {
    switch self {
    case .typed(let text): text
    }
  }
}

extension NamesTests.Editor.Action: Equatable {}
