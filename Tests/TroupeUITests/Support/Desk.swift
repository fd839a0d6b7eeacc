import Troupe

/// A feature with children that appear and disappear in every way.
@Reducer
struct Desk {
  @ObservableState
  struct State: Equatable, Sendable {
    var optional: Book.State?
    @Presents var presented: Book.State?
    var rows: IdentifiedArrayOf<Book.State> = []
    var values: [String: Book.State] = [:]
    var stack = StackState<Book.State>()
    var screen = Screen.book(Book.State(id: 0))
  }

  @CasePathable
  enum Screen: Equatable, Sendable {
    case book(Book.State)
    case note(String)
  }

  enum Action {
    case set(@Sendable (inout State) -> Void)
    case optional(Book.Action)
    case presented(PresentationAction<Book.Action>)
    case rows(IdentifiedActionOf<Book>)
    case values(IdentifiedAction<String, Book.Action>)
    case stack(StackAction<Book.State, Book.Action>)
    case screen(ScreenAction)
  }

  @CasePathable
  enum ScreenAction {
    case book(Book.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Book() }
    .ifLet(\.$presented, action: \.presented) { Book() }
    .forEach(\.rows, action: \.rows) { Book() }
    .forEach(\.values, action: \.values) { Book() }
    .forEach(\.stack, action: \.stack) { Book() }
    Scope(state: \.screen, action: \.screen) {
      EmptyReducer<Screen, ScreenAction>()
        .ifCaseLet(\.book, action: \.book) { Book() }
    }
  }
}
