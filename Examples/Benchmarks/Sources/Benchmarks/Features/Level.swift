import Troupe

/// A feature that presents itself, to any depth.
struct Level: Reducer {
  struct State: Sendable {
    var count = 0
    @Presents var below: State?

    init(levels: Int) {
      if levels > 0 { below = State(levels: levels - 1) }
    }
  }

  indirect enum Action: Sendable, CasePathable {
    case up
    case fetch
    case received(Int)
    case below(PresentationAction<Action>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let below = AnyCasePath(embed: Action.below) { if case .below(let it) = $0 { it } else { nil } }
    }

    /// The action of a level so many levels below.
    func presented(_ levels: Int) -> Action {
      (0..<levels).reduce(self) { action, _ in .below(.presented(action)) }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      switch action {
      case .up:
        state.count += 1
        return .none
      case .fetch:
        return .run { send in await send(.received(1)) }
      case .received(let number):
        state.count += number
        return .none
      case .below:
        return .none
      }
    }
    .ifLet(\.$below, action: \.below) { self }
  }

  static func store(levels: Int) -> StoreOf<Level> {
    Store(initialState: State(levels: levels)) { Level() }
  }
}

// The macro `@Reducer` would generate this conformance.
extension Level.State: PresentingState {
  static func _$presented(by path: AnyKeyPath) -> String? {
    path == \Self.$below || path == \Self.below ? "below" : nil
  }
}
