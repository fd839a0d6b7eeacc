import Observation
import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// The samples of `UserInterfaces.md`, and of the doc comments of TroupeUI and related types.
@MainActor
final class UserInterfacesTests: GuideTestCase {
  struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action { case incremented }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct Draft {
    struct State: Equatable {
      var title = ""
      var wordCount = 0
      var isSaved = true
      var editedTitle: String?
      var status = Status.open
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case wordCountChanged(Int)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.title):
          state.isSaved = false
          return .none
        case .binding:
          return .none
        case .wordCountChanged(let count):
          state.wordCount = max(0, count)
          return .none
        }
      }
    }
  }

  @CasePathable
  enum Status: Equatable {
    case open
    case locked(by: String)
  }

  /// The sample of `BindingAction` and `BindingReducer`.
  struct Note: Reducer {
    struct State {
      var text = ""
      var isSaved = true
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.text):
          state.isSaved = false
          return .none
        case .binding:
          return .none
        }
      }
    }
  }

  /// The sample of bindable actions in a case.
  @Reducer
  struct Page {
    struct State { var text = "" }

    enum Action {
      case view(View)
      case saved

      enum View: BindableAction {
        case binding(BindingAction<State>)
        case saveTapped
      }
    }

    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
    }
  }

  func testBindableActionsInACase() {
    let viewStore = ViewStore(initialState: Page.State()) { Page() }
    let page = StoreBindable(viewStore.scope(state: \.self, action: \.view))
    page.text.wrappedValue = "A"
    XCTAssertEqual(viewStore.text, "A")
  }

  // What a toolkit has.
  struct Text {
    let text: String
    init(_ text: String) { self.text = text }
  }
  struct TextField {
    let text: StoreBinding<String>
    init(_ title: String, text: StoreBinding<String>) { self.text = text }
  }
  struct Stepper {
    let value: StoreBinding<Int>
    init(_ title: String, value: StoreBinding<Int>) { self.value = value }
  }

  @MainActor
  struct DraftView {
    @StoreBindable var viewStore: ViewStore<Draft.State, Draft.Action>

    @ElementsBuilder
    var body: some Any {
      TextField("Title", text: $viewStore.title)
      Stepper("Words", value: $viewStore.wordCount.sending(\.wordCountChanged))
    }
  }

  @MainActor
  struct PartsView {
    @StoreBindable var viewStore: ViewStore<Draft.State, Draft.Action>

    var title: IfLet<String, TextField, Text> {
      IfLet($viewStore.editedTitle) { $title in
        TextField("Title", text: $title)
      } else: {
        Text("Nothing is edited.")
      }
    }

    var owner: IfCaseLet<Status, String, TextField, Text> {
      IfCaseLet($viewStore.status, pattern: \.locked) { $name in
        TextField("Locked by", text: $name)
      } else: {
        Text("Nobody has locked it.")
      }
    }

    var status: Switch<Status, Either<TextField, Text>> {
      Switch($viewStore.status) {
        CaseLet(\.locked) { $name in
          TextField("Locked by", text: $name)
        }
        Default {
          Text("Nobody has locked it.")
        }
      }
    }
  }

  func testAViewStoreIsReadAtOnce() async {
    do {
      let viewStore = ViewStore(initialState: Counter.State()) { Counter() }
      viewStore.send(.incremented)
      print(viewStore.count)
      XCTAssertEqual(viewStore.count, 1)
    }
    let viewStore = ViewStore(initialState: Draft.State()) { Draft() }
    viewStore.send(.wordCountChanged(3))
    print(viewStore.wordCount)
    XCTAssertEqual(viewStore.wordCount, 3)
  }

  func testAMirrorIsReadLater() async throws {
    let store = Store(initialState: Draft.State()) { Draft() }
    let mirror = await ViewStore(mirroring: store)
    mirror.send(.wordCountChanged(3))
    XCTAssertEqual(mirror.wordCount, 0)
    try await store.wait { $0.wordCount == 3 }
  }

  func testWhatWasReadIsTracked() async {
    let viewStore = ViewStore(initialState: Draft.State()) { Draft() }
    withObservationTracking {
      print(viewStore.title)
    } onChange: {
      print("The title has changed.")
    }
    nonisolated(unsafe) var isTold = false  // The main actor calls it.
    withObservationTracking {
      _ = viewStore.title
    } onChange: {
      isTold = true
    }
    viewStore.send(.wordCountChanged(3))
    XCTAssertFalse(isTold)
    viewStore.send(.set(\.title, "A"))
    XCTAssertTrue(isTold)
  }

  func testMembersAreBound() async throws {
    let view = DraftView(viewStore: ViewStore(initialState: Draft.State()) { Draft() })
    let body = try XCTUnwrap(view.body as? Elements<TextField, Stepper>)
    body.elements.0.text.wrappedValue = "A"
    body.elements.1.value.wrappedValue = -3
    XCTAssertEqual(view.viewStore.state, Draft.State(title: "A", isSaved: false))
    let note = ViewStore(initialState: Note.State()) { Note() }
    note.send(.set(\.text, "A"))
    XCTAssertFalse(note.isSaved)
  }

  func testBindingsAreTakenApart() async throws {
    let view = PartsView(viewStore: ViewStore(initialState: Draft.State()) { Draft() })
    guard case .second = view.title.content, case .second = view.owner.content,
      case .first(.second) = view.status.content
    else { return XCTFail("Something is there.") }
    view.viewStore.send(.set(\.editedTitle, "A"))
    view.viewStore.send(.set(\.status, .locked(by: "B")))
    guard case .first(let title) = view.title.content, case .first(let owner) = view.owner.content,
      case .first(.first(let locked)) = view.status.content
    else { return XCTFail("Something isn't there.") }
    title.text.wrappedValue += "1"
    owner.text.wrappedValue += "2"
    locked.text.wrappedValue += "3"
    XCTAssertEqual(view.viewStore.editedTitle, "A1")
    XCTAssertEqual(view.viewStore.status, .locked(by: "B23"))
  }
}
