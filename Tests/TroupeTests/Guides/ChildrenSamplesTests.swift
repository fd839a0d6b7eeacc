import Troupe
import TroupeTesting
import XCTest

/// The samples of the doc comments about children: `Scope`, `Presents`, `DismissEffect`, `AlertState`.
final class ChildrenSamplesTests: TroupeTestCase {
  private static let saved = Collector<String>()
  private static let deleted = Collector<String>()

  @Sendable private static func save(_ draft: String) async throws { saved.append(draft) }

  override func setUp() {
    Self.saved.clear()
    Self.deleted.clear()
  }

  // DismissEffect
  @Reducer
  struct Editor {
    struct State { var draft = "" }
    enum Action { case typed(String), saveTapped }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let text):
          state.draft += text
          return .none
        case .saveTapped:
          return .run { [draft = state.draft] _ in
            try await save(draft)
            await dismiss()
          }
        }
      }
    }
  }

  // Presents
  struct Drafts: Reducer {
    struct State {
      var drafts: [String] = []
      @Presents var editor: Editor.State?
    }

    enum Action {
      case edit(String)
      case editor(PresentationAction<Editor.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .edit(let draft):
          state.editor = Editor.State(draft: draft)
        case .editor(.dismiss):
          // The editor is still there.
          state.drafts.append(state.editor?.draft ?? "")
        case .editor(.presented):
          break
        }
        return .none
      }
      .ifLet(\.$editor, action: \.editor) { Editor() }
    }
  }

  func testAnEditorIsPresentedAndDismissesItself() async throws {
    try await underSeeds(3) { scheduler, _ in
      let store = Store(initialState: Drafts.State(), configuration: scheduler.configuration()) { Drafts() }
      await store.send(.edit("Hello"))
      await store.send(.editor(.presented(.typed(", Blob"))))
      await store.send(.editor(.presented(.saveTapped))).finish()
      let state = (await store.drafts, await store.withState { $0.editor == nil })
      XCTAssertEqual(state.0, ["Hello, Blob"])
      XCTAssertTrue(state.1)
    }
    XCTAssertEqual(Self.saved.all, Array(repeating: "Hello, Blob", count: 3))
  }

  // PresentingState
  private struct Writing: Reducer {
    struct State: PresentingState {
      @Presents var editor: Editor.State?

      static func _$presented(by path: AnyKeyPath) -> String? {
        path == \Self.$editor || path == \Self.editor ? "editor" : nil
      }
    }

    enum Action { case editor(PresentationAction<Editor.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$editor, action: /Action.editor) { Editor() }
    }
  }

  func testAPresentedEditorIsFoundByTheNameOfItsProperty() async {
    let store = Store(initialState: Writing.State(editor: Editor.State())) { Writing() }
    await store.send(.editor(.presented(.typed("Hello"))))
    let draft = await store.withState { $0.editor?.draft }
    XCTAssertEqual(draft, "Hello")
  }

  // AlertState
  struct Document: Reducer {
    struct State: Sendable {
      var name = "Notes"
      @Presents var alert: AlertState<Choice>?
    }

    enum Choice: Sendable { case delete }

    enum Action {
      case deleteTapped
      case alert(PresentationAction<Choice>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteTapped:
          state.alert = AlertState {
            TextState("Delete \(state.name)?")
          } actions: {
            ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep it") }
          } message: {
            TextState("This can't be undone.")
          }
          return .none
        case .alert(.presented(.delete)):
          return .run { [name = state.name] _ in try await delete(name) }
        case .alert(.dismiss):
          return .none
        }
      }
      .ifLet(\.$alert, action: \.alert)
    }

    private func delete(_ name: String) async throws { ChildrenSamplesTests.deleted.append(name) }
  }

  func testAnAlertAsksAndGoesWithItsAction() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Document.State(), configuration: scheduler.configuration()) {
        Document()
      }
      await store.send(.deleteTapped)
      let alert = await store.alert
      XCTAssertEqual(alert?.title, "Delete Notes?")
      XCTAssertEqual(alert?.buttons.map(\.label), ["Delete", "Keep it"])
      await store.send(.alert(.presented(.delete))).finish()
      let none = await store.alert
      XCTAssertNil(none)
    }
    XCTAssertEqual(Self.deleted.all, ["Notes"])
  }

  // Scope
  struct Search: Reducer {
    struct State { var results: [String] = [] }
    enum Action { case found([String]) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .found(let results) = action { state.results = results }
        return .none
      }
    }
  }

  struct Library: Reducer {
    struct State {
      var search = Search.State()
      var searches = 0
    }
    enum Action: CasePathable { case search(Search.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.search, action: \.search) { Search() }
      Reduce { state, action in
        if case .search(.found) = action { state.searches += 1 }
        return .none
      }
    }
  }

  func testAChildThatIsAlwaysThere() async throws {
    let store = Store(initialState: Library.State()) { Library() }
    await store.send(.search(.found(["Blob"])))
    let (results, searches) = (await store.search.results, await store.searches)
    XCTAssertEqual(results, ["Blob"])
    XCTAssertEqual(searches, 1)
  }
}

// The paths of cases, which the samples leave to the reader.

extension ChildrenSamplesTests.Drafts.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let editor = AnyCasePath(embed: ChildrenSamplesTests.Drafts.Action.editor) {
      if case .editor(let it) = $0 { it } else { nil }
    }
  }
}

extension ChildrenSamplesTests.Document.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let alert = AnyCasePath(embed: ChildrenSamplesTests.Document.Action.alert) {
      if case .alert(let it) = $0 { it } else { nil }
    }
  }
}

extension ChildrenSamplesTests.Library.Action {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let search = AnyCasePath(embed: ChildrenSamplesTests.Library.Action.search) {
      if case .search(let it) = $0 { it } else { nil }
    }
  }
}
