import Troupe

/// A feature that is edited through bindings, with a presented child.
@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable, Sendable {
    var text = ""
    var quantity = 0
    var isSaved = true
    var status = Status.open
    @Presents var note: Note.State?
  }

  @CasePathable
  enum Status: Equatable, Sendable {
    case open
    case locked(by: String)
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case quantityChanged(Int)
    case noteTapped
    case note(PresentationAction<Note.Action>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.text):
        state.isSaved = false
        return .none
      case .binding, .note:
        return .none
      case .quantityChanged(let quantity):
        state.quantity = max(0, quantity)
        return .none
      case .noteTapped:
        state.note = Note.State()
        return .none
      }
    }
    .ifLet(\.$note, action: \.note) { Note() }
  }
}

@Reducer
struct Note {
  @ObservableState
  struct State: Equatable, Sendable {
    var text = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
