import Troupe

/// A state with a member of each kind that can be observed.
struct Board: Equatable, Sendable, ObservableState {
  var title = ""
  var count = 0
  var numbers: [Int] = []
  var unread = 0
  var child = Kid()
  var other = Kid()
  var optional: Kid?
  @Presents var presented: Kid?
  var rows: IdentifiedArrayOf<Row> = []
  var stack = StackState<Kid>()
  var screen = Screen.home
  var cache = 0
  var counter = Incomparable()
  let _$id = StateIdentity()

  var isEven: Bool { count.isMultiple(of: 2) }

  static func _$ignores(_ member: AnyKeyPath) -> Bool { member == \Self.cache }

  struct Kid: Equatable, Sendable, ObservableState {
    var name = ""
    var count = 0
    var grandchild = Grandchild()
    let _$id = StateIdentity()
  }

  struct Grandchild: Equatable, Sendable, ObservableState {
    var name = ""
    let _$id = StateIdentity()
  }

  struct Row: Equatable, Sendable, Identifiable, ObservableState {
    let id: Int
    var name = ""
    var isOn = false
    let _$id = StateIdentity()
  }

  enum Screen: Equatable, Sendable, CasePathable, ObservableState {
    case home
    case kid(Kid)
    case number(Int)

    var _$id: StateIdentity { .none }

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let home = AnyCasePath(embed: Screen.home) { if case .home = $0 { () } else { nil } }
      let kid = AnyCasePath(embed: Screen.kid) { if case .kid(let it) = $0 { it } else { nil } }
      let number = AnyCasePath(embed: Screen.number) { if case .number(let it) = $0 { it } else { nil } }
    }
  }

  /// A change that `==` can't detect, because the type has none.
  struct Incomparable: Sendable { var value = 0 }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.count == rhs.count && lhs.numbers == rhs.numbers && lhs.child == rhs.child
  }
}

/// An action that changes a state with a closure.
struct Change<State>: Sendable {
  let change: @Sendable (inout State) -> Void

  init(_ change: @escaping @Sendable (inout State) -> Void) { self.change = change }
}

/// A reducer that changes its state as the action says.
struct Changing<State>: Reducer {
  func reduce(into state: inout State, action: Change<State>) -> Effect<Change<State>> {
    action.change(&state)
    return .none
  }
}
