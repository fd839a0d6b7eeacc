import Troupe

/// A feature with members of all kinds.
@Reducer
struct Shelf {
  @ObservableState
  struct State: Equatable, Sendable {
    var title = ""
    var number = 0
    var opaque = Opaque()
    var place = Place.nowhere
    var corner = Book.State(id: 0)
    var lent: Book.State?
    var books: IdentifiedArrayOf<Book.State> = []
  }

  enum Action {
    case set(@Sendable (inout State) -> Void)
    case corner(Book.Action)
    case later(Int)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.corner, action: \.corner) { Book() }
    Reduce { state, action in
      switch action {
      case .set(let change): change(&state)
      case .corner: break
      case .later(let number): return .run { send in await send(.set { $0.number = number }) }
      }
      return .none
    }
  }

  /// A value that can't be compared but is equal to itself, for the state's sake.
  struct Opaque: Sendable {
    var number = 0
  }

  @CasePathable
  @ObservableState
  enum Place: Equatable, Sendable {
    case nowhere
    case room(Int)
    case book(Book.State)
  }
}

extension Shelf.State {
  static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.title, lhs.number, lhs.place, lhs.corner) == (rhs.title, rhs.number, rhs.place, rhs.corner)
      && lhs.lent == rhs.lent && lhs.books == rhs.books
  }
}

@Reducer
struct Book {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var title = ""
    var pages = 0
  }

  enum Action {
    case titled(String)
    case pageAdded
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titled(let title): state.title = title
      case .pageAdded: state.pages += 1
      }
      return .none
    }
  }
}
