import Troupe

/// A feature that contains itself in every way in which a feature can.
struct Deep: Reducer {
  enum Kind: Sendable { case rows, optional, other, presented, stack, erased }

  struct State: Identifiable, Sendable {
    let id = 0
    var count = 0
    var rows: IdentifiedArrayOf<State> = []
    var stack = StackState<State>()
    @Presents var presented: State?
    private var next: [Next] = []

    var optional: State? {
      get { if case .optional(let state) = next.first { state } else { nil } }
      set { next = newValue.map { [.optional($0)] } ?? [] }
    }

    var other: Next {
      get { next.first ?? .nothing }
      set { next = [newValue] }
    }
  }

  @CasePathable enum Next: Sendable {
    case nothing
    case optional(State)
    case other(State)
  }

  @CasePathable indirect enum Action: Sendable {
    case up
    case rows(IdentifiedAction<Int, Action>)
    case optional(Action)
    case other(Action)
    case presented(PresentationAction<Action>)
    case stack(StackAction<State, Action>)
  }

  var isErased = false

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .up = action { state.count += 1 }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Deep() }
    .forEach(\.stack, action: \.stack) { Deep() }
    .ifLet(\.$presented, action: \.presented) { Deep() }
    .ifLet(\.optional, action: \.optional) {
      if isErased { Reduce.erasing(Deep(isErased: true)) } else { Deep() }
    }
    Scope(state: \.other, action: \.other) {
      EmptyReducer().ifCaseLet(\.other, action: \.self) { Deep() }
    }
  }

  /// Sends an action to the innermost of several nested features, and returns its number.
  @discardableResult
  static func send(_ kind: Kind, depth: Int) async -> Int {
    var (state, action) = (State(), Action.up)
    for _ in 0..<depth {
      var outer = State()
      switch kind {
      case .rows:
        outer.rows = [state]
        action = .rows(.element(id: 0, action: action))
      case .optional, .erased:
        outer.optional = state
        action = .optional(action)
      case .other:
        outer.other = .other(state)
        action = .other(action)
      case .presented:
        outer.presented = state
        action = .presented(.presented(action))
      case .stack:
        outer.stack.append(state)
        action = .stack(.element(id: outer.stack.ids[0], action: action))
      }
      state = outer
    }
    let store = Store(initialState: state) { Deep(isErased: kind == .erased) }
    await store.send(action)
    return await store.withState { state in
      var (state, level) = (state, 0)
      while state.count == 0, let next = state.rows.first ?? state.optional {
        (state, level) = (next, level + 1)
      }
      return level
    }
  }
}
