import Troupe
import TroupeTesting
import XCTest

/// The samples of `PresentingAndDismissing.md`.
final class PresentingAndDismissingTests: TroupeTestCase {
  @Reducer
  struct Editor {
    struct State: Equatable, Sendable {
      var text: String
    }

    enum Action: Equatable {
      case textChanged(String)
      case saveTapped
    }

    let save: @Sendable (String) async throws -> Void
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .textChanged(let text):
          state.text = text
          return .none
        case .saveTapped:
          return .run { [text = state.text] _ in
            try await save(text)
            await dismiss()
          }
        }
      }
    }
  }

  @Reducer
  struct Notes {
    struct State: Equatable, Sendable {
      var notes: [String] = []
      @Presents var editor: Editor.State?
    }

    enum Action: Equatable {
      case editor(PresentationAction<Editor.Action>)
      case newTapped
    }

    let save: @Sendable (String) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .newTapped:
          state.editor = Editor.State(text: "")
          return .none
        case .editor(.dismiss):
          // The editor is still there, for the last time.
          if let text = state.editor?.text { state.notes.append(text) }
          return .none
        case .editor:
          return .none
        }
      }
      .ifLet(\.$editor, action: \.editor) { Editor(save: save) }
    }
  }

  func testTheEditorDismissesItself() async {
    let store = TestStore(initialState: Notes.State()) {
      Notes(save: { _ in })
    }
    await store.send(.newTapped) { $0.editor = Editor.State(text: "") }
    await store.send(.editor(.presented(.textChanged("milk")))) { $0.editor?.text = "milk" }
    await store.send(.editor(.presented(.saveTapped)))
    await store.receive(.editor(.dismiss)) {
      $0.editor = nil
      $0.notes = ["milk"]
    }
    await store.finish()
  }

  func testAScopedStoreOfTheEditor() async {
    let store = Store(initialState: Notes.State()) { Notes(save: { _ in }) }
    await store.send(.newTapped)
    if let editor = await store.scope(state: \.editor, action: \.editor) {
      await editor.send(.textChanged("milk"))
      await editor.send(.saveTapped).finish()
      let isAlive = await editor.isAlive
      XCTAssertFalse(isAlive)
    } else {
      XCTFail("There is an editor.")
    }
    let notes = await store.notes
    XCTAssertEqual(notes, ["milk"])
  }
}
