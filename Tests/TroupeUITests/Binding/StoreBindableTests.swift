import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// Bindings to the members of a view store.
@MainActor
final class StoreBindableTests: XCTestCase {
  @StoreBindable private var viewStore = ViewStore(initialState: Editor.State()) { Editor() }

  func testWritingAMemberOfABindableFeatureSendsABindingAction() async {
    $viewStore.text.wrappedValue = "A"
    XCTAssertEqual(viewStore.text, "A")
    // The feature has received it.
    XCTAssertFalse(viewStore.isSaved)
    $viewStore.isSaved.wrappedValue = true
    XCTAssertTrue(viewStore.isSaved)
  }

  // S939
  func testAssigningAMemberOfABindableFeatureSendsABindingAction() async {
    viewStore.text = "A"
    XCTAssertEqual(viewStore.text, "A")
    XCTAssertFalse(viewStore.isSaved)
    viewStore.quantity += 2
    XCTAssertEqual(viewStore.quantity, 2)
    // The members of a member are still tracked individually.
    let tracker = Tracker { [viewStore] in _ = viewStore.status }
    viewStore.text = "B"
    XCTAssertEqual(tracker.runs, 1)
    viewStore.status = .locked(by: "A")
    XCTAssertEqual(tracker.runs, 2)
  }

  // S094: the bindable actions are a case of the feature's.
  func testTheActionsOfACaseAreBound() async {
    struct Form: Reducer {
      struct State: Equatable { var text = "", isSaved = true }
      enum Action: CasePathable {
        case view(View)

        enum View: BindableAction { case binding(BindingAction<State>) }

        static let allCasePaths = AllCasePaths()
        struct AllCasePaths: Sendable {
          let view = AnyCasePath(embed: Action.view) { it in
            switch it {
            case .view(let it): it
            }
          }
        }
      }
      var body: some ReducerOf<Self> {
        BindingReducer(action: \.view)
        Reduce { state, action in
          if case .view(.binding(\.text)) = action { state.isSaved = false }
          return .none
        }
      }
    }
    let viewStore = ViewStore(initialState: Form.State()) { Form() }
    @StoreBindable var view = viewStore.scope(state: \.self, action: \.view)
    $view.text.wrappedValue = "A"
    XCTAssertEqual(viewStore.state, Form.State(text: "A", isSaved: false))
  }

  // S092
  func testABindingThatNobodyTakesIsAnIssue() async {
    struct Forgetful: Reducer {
      struct State { var text = "" }
      enum Action: BindableAction { case binding(BindingAction<State>) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    let text = StoreBindable(ViewStore(initialState: Forgetful.State()) { Forgetful() }).text
    withExpectedIssue(matching: { $0.message.contains("BindingReducer()") }) { text.wrappedValue = "A" }
    XCTAssertEqual(text.wrappedValue, "")
  }

  func testABindingThatIsWrittenInTheMidstOfATurnIsTakenLater() async {
    let text = $viewStore.text
    let tracker = Tracker { [viewStore] in
      if viewStore.quantity == 1, viewStore.text == "" { text.wrappedValue = "A" }
    }
    viewStore.send(.quantityChanged(1))
    XCTAssertEqual(viewStore.text, "A")
    XCTAssertEqual(tracker.runs, 3)
  }

  func testWritingAMemberSendsTheActionThatWasSaid() async {
    let quantity = $viewStore.quantity.sending(\.quantityChanged)
    quantity.wrappedValue = 3
    XCTAssertEqual(viewStore.quantity, 3)
    // The reducer decides what happens.
    quantity.wrappedValue = -1
    XCTAssertEqual(quantity.wrappedValue, 0)
    $viewStore.quantity.sending(/Editor.Action.quantityChanged).wrappedValue = 4
    XCTAssertEqual(viewStore.quantity, 4)
  }

  func testAMemberOfAMemberIsSentAsWell() async {
    let viewStore = ViewStore(initialState: Shelf.State()) { Shelf() }
    let corner = StoreBindable(viewStore.scope(state: \.corner, action: \.corner))
    corner.title.sending(\.titled).wrappedValue = "A"
    XCTAssertEqual(viewStore.corner.title, "A")
  }

  func testWhatABindingReadsIsTracked() async {
    let text = $viewStore.text
    let tracker = Tracker { _ = text.wrappedValue }
    $viewStore.quantity.wrappedValue = 1
    XCTAssertEqual(tracker.runs, 1)
    text.wrappedValue = "A"
    XCTAssertEqual(tracker.runs, 2)
  }

  // S476
  func testACaseOfAMemberIsEdited() async throws {
    XCTAssertNil(StoreBinding(unwrapping: $viewStore.status, case: \.locked))
    $viewStore.status.wrappedValue = .locked(by: "A")
    let name = try XCTUnwrap(StoreBinding(unwrapping: $viewStore.status, case: \.locked))
    name.wrappedValue += "B"
    XCTAssertEqual(viewStore.status, .locked(by: "AB"))
    $viewStore.status.wrappedValue = .open
    name.wrappedValue = "C"
    XCTAssertEqual(viewStore.status, .open)
    XCTAssertEqual(name.wrappedValue, "AB")
  }

  // MARK: Presented children

  func testWritingNilDismissesAPresentedChild() async {
    let note = $viewStore.scope(state: \.$note, action: \.note)
    XCTAssertNil(note.wrappedValue)
    viewStore.send(.noteTapped)
    let child = note.wrappedValue
    XCTAssertTrue(child === note.wrappedValue)
    note.wrappedValue = nil
    XCTAssertNil(viewStore.note)
    // There is nothing to dismiss any more.
    note.wrappedValue = nil
    XCTAssertNil(note.wrappedValue)
  }

  func testWritingFalseToWhetherItIsPresentedDismissesAChild() async {
    let isPresented = $viewStore.scope(state: \.note, action: \.note).isPresent()
    isPresented.wrappedValue = true
    XCTAssertFalse(isPresented.wrappedValue)
    viewStore.send(.noteTapped)
    XCTAssertTrue(isPresented.wrappedValue)
    isPresented.wrappedValue = false
    XCTAssertFalse(isPresented.wrappedValue)
    XCTAssertNil(viewStore.note)
  }

  // S296
  func testWritingNilWhereNothingIsDismissedIsAnIssue() async throws {
    struct Stubborn: Reducer {
      struct State { @Presents var note: Note.State? = Note.State() }
      enum Action { case note(PresentationAction<Note.Action>) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    let stubborn = ViewStore(initialState: Stubborn.State()) { Stubborn() }
    let note = StoreBindable(stubborn).scope(state: \.$note, action: /Stubborn.Action.note)
    withExpectedIssue(matching: { $0.message.contains("ifLet") }) { note.wrappedValue = nil }
    XCTAssertNotNil(note.wrappedValue)
  }

  func testASheetShowsAChildUntilItIsDismissed() async {
    let user = User(view: EditorView(store: viewStore))
    XCTAssertEqual(user.screen, "Text: []\n<Note>")
    user.type("A", into: "Text")
    user.tap("Note")
    user.type("B", into: "Note")
    XCTAssertEqual(user.screen, "Text: [A]\n<Note>\n---\nNote: [B]\n<Done>")
    XCTAssertEqual(viewStore.note?.text, "B")
    user.tap("Done")
    XCTAssertEqual(user.screen, "Text: [A]\n<Note>")
    user.tap("Note")
    user.tap("Swipe down")
    XCTAssertEqual(user.screen, "Text: [A]\n<Note>")
    XCTAssertNil(viewStore.note)
  }

  private struct EditorView: View {
    @StoreBindable var store: ViewStore<Editor.State, Editor.Action>

    var body: some View {
      Form {
        TextField("Text", text: $store.text)
        Button("Note") { store.send(.noteTapped) }
      }
      .sheet(item: $store.scope(state: \.note, action: \.note)) { store in
        NoteView(store: store)
      }
    }
  }

  private struct NoteView: View {
    @StoreBindable var store: ViewStore<Note.State, Note.Action>

    var body: some View {
      TextField("Note", text: $store.text)
      Button("Done") { store.dismiss() }
    }
  }

  // MARK: Typing

  func testOfAThousandCharactersNoneIsLostAndNoneIsLate() async {
    let text = $viewStore.text
    var typed = ""
    for number in 0..<1000 {
      let character = Character(UnicodeScalar(97 + UInt8(number % 26)))
      typed.append(character)
      // A text field reads the current text, and writes one more character.
      text.wrappedValue.append(character)
      XCTAssertEqual(text.wrappedValue, typed)
    }
    XCTAssertEqual(viewStore.text.count, 1000)
  }

  func testAMirrorGetsAllThatIsTypedAndShowsItLater() async {
    let store = Store(initialState: Editor.State()) { Editor() }
    @StoreBindable var mirror = await ViewStore(mirroring: store)
    let text = $mirror.text
    var typed = ""
    for number in 0..<1000 {
      // The shown text isn't what was typed yet, so the field has to keep the text itself.
      typed.append(Character(UnicodeScalar(97 + UInt8(number % 26))))
      text.wrappedValue = typed
      XCTAssertEqual(text.wrappedValue, "")
    }
    await becomesTrue { [typed] in text.wrappedValue == typed }
    let stored = await store.text
    XCTAssertEqual(stored, typed)
  }

  func testAFieldThatReadsBackFromAMirrorLosesWhatWasTyped() async {
    let store = Store(initialState: Editor.State()) { Editor() }
    @StoreBindable var mirror = await ViewStore(mirroring: store)
    let text = $mirror.text
    for _ in 0..<10 { text.wrappedValue.append("a") }
    await becomesTrue { text.wrappedValue == "a" }
  }
}
