import TroupeClassic
import TroupeTesting
import XCTest

/// The views of `ComingFromAnEnvironment.md`, as they were and as they are today.
@MainActor
final class EnvironmentViewsTests: XCTestCase {
  // What a toolkit has.
  struct Text: Equatable {
    let text: String
    init(_ text: String) { self.text = text }
  }
  struct ForEach<Item, Content> {
    let content: [Content]
    init(_ items: [Item], _ content: (Item) -> Content) { self.content = items.map(content) }
  }

  // MARK: The feature, in today's form

  @Reducer
  struct Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var isDone = false
    }
    enum Action { case toggled }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.isDone.toggle()
        return .none
      }
    }
  }

  @Reducer
  struct Loaded {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
      var note: Row.State? = Row.State(id: 3)
    }
    enum Action {
      case rows(IdentifiedActionOf<Row>)
      case note(Row.Action)
      case noteRemoved
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .noteRemoved = action { state.note = nil }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .ifLet(\.note, action: \.note) { Row() }
    }
  }

  @Reducer
  struct Page {
    @CasePathable
    enum State: Equatable {
      case loading
      case loaded(Loaded.State)
    }
    enum Action {
      case arrived
      case loaded(Loaded.Action)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .arrived = action { state = .loaded(Loaded.State()) }
        return .none
      }
      .ifCaseLet(\.loaded, action: \.loaded) { Loaded() }
    }
  }

  typealias PageState = Page.State
  typealias PageAction = Page.Action
  typealias LoadedState = Loaded.State
  typealias LoadedAction = Loaded.Action

  struct RowView {
    let store: ViewStore<Row.State, Row.Action>
  }

  // MARK: As they were

  enum Before {
    @MainActor
    struct PageView {
      let store: ViewStore<PageState, PageAction>

      @ElementsBuilder
      var body: some Any {
        SwitchStore(store) { state in
          switch state {
          case .loading:
            Text("Loading")
          case .loaded:
            CaseLet(/PageState.loaded, action: PageAction.loaded) { loadedStore in
              LoadedView(store: loadedStore)
            }
          }
        }
      }
    }

    @MainActor
    struct LoadedView {
      let store: ViewStore<LoadedState, LoadedAction>

      @ElementsBuilder
      var body: some Any {
        WithViewStore(store) { viewStore in
          Text("\(viewStore.rows.count) rows")
        }
        ForEachStore(store.scope(state: { $0.rows }, action: LoadedAction.rows)) { rowStore in
          RowView(store: rowStore)
        }
        IfLetStore(store.scope(state: { $0.note }, action: LoadedAction.note)) { noteStore in
          RowView(store: noteStore)
        } else: {
          Text("No note")
        }
      }
    }
  }

  // MARK: As they are today

  @MainActor
  struct PageView {
    let store: ViewStore<PageState, PageAction>

    @ElementsBuilder
    var body: some Any {
      switch store.state {
      case .loading:
        Text("Loading")
      case .loaded:
        if let loadedStore = store.scope(state: \.loaded, action: \.loaded) {
          LoadedView(store: loadedStore)
        }
      }
    }
  }

  @MainActor
  struct LoadedView {
    let store: ViewStore<LoadedState, LoadedAction>

    @ElementsBuilder
    var body: some Any {
      Text("\(store.rows.count) rows")
      ForEach(store.scope(state: \.rows, action: \.rows)) { rowStore in
        RowView(store: rowStore)
      }
      if let noteStore = store.scope(state: \.note, action: \.note) {
        RowView(store: noteStore)
      } else {
        Text("No note")
      }
    }
  }

  // MARK: What both show

  private typealias Rows = ForEachStore<Int, Row.State, Row.Action, RowView>
  private typealias Note = IfLetStore<Row.State, Row.Action, RowView, Text>

  func testTheViewsAsTheyWere() async throws {
    let page = ViewStore(initialState: .loading) { Page() }
    typealias Content = Either<Text, Either<Before.LoadedView, UnhandledCase>>
    let view = try XCTUnwrap(
      Before.PageView(store: page).body as? SwitchStore<PageState, PageAction, Content>
    )
    guard case .first(.first(Text("Loading"))) = view.content else { return XCTFail("It is loading.") }
    page.send(.arrived)
    guard case .first(.second(.first(let loaded))) = view.content else { return XCTFail("It has loaded.") }
    typealias Body = Elements<WithViewStore<LoadedState, LoadedAction, Text>, Rows, Note>
    let (title, rows, note) = try XCTUnwrap(loaded.body as? Body).elements
    XCTAssertEqual(title.content, Text("2 rows"))
    rows.rows[1].content.store.send(.toggled)
    guard case .first(let noteView) = note.content else { return XCTFail("There is a note.") }
    noteView.store.send(.toggled)
    XCTAssertEqual(loaded.store.rows.map(\.isDone), [false, true])
    XCTAssertEqual(loaded.store.note?.isDone, true)
    loaded.store.send(.noteRemoved)
    guard case .second(Text("No note")) = note.content else { return XCTFail("There is no note.") }
  }

  func testTheViewsAsTheyAreToday() async throws {
    let page = ViewStore(initialState: .loading) { Page() }
    typealias Content = Either<Text, Either<LoadedView, NoElement>>
    guard case .first(Text("Loading")) = PageView(store: page).body as? Content else {
      return XCTFail("It is loading.")
    }
    page.send(.arrived)
    guard case .second(.first(let loaded)) = PageView(store: page).body as? Content else {
      return XCTFail("It has loaded.")
    }
    typealias Body = Elements<
      Text, ForEach<ViewStore<Row.State, Row.Action>, RowView>, Either<RowView, Text>
    >
    let (title, rows, note) = try XCTUnwrap(loaded.body as? Body).elements
    XCTAssertEqual(title, Text("2 rows"))
    rows.content[1].store.send(.toggled)
    guard case .first(let noteView) = note else { return XCTFail("There is a note.") }
    noteView.store.send(.toggled)
    XCTAssertEqual(loaded.store.rows.map(\.isDone), [false, true])
    XCTAssertEqual(loaded.store.note?.isDone, true)
    loaded.store.send(.noteRemoved)
    guard let body = loaded.body as? Body, case .second(Text("No note")) = body.elements.2 else {
      return XCTFail("There is no note.")
    }
  }
}
