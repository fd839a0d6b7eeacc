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
}

/// B5: features that are presented ten levels deep.
enum Depth {
  private static let levels = 10

  static var rows: [Row] {
    [
      sends("B5 an action to the leaf of 10 presented levels", deep(.up)),
      byHand,
      sends("B5 an action to the root above 10 presented levels", .up),
      effect,
    ]
  }

  private static func sends(_ name: String, _ action: Level.Action) -> Row {
    Row(
      name,
      aim: .perLevel(40, levels: Double(levels)),
      count: 300,
      prepare: { (plain: Counter.store(), deep: store()) },
      floor: { it, count in
        let store = it.plain
        return await timed(count) { for _ in 0..<count { await store.send(.up) } }
      },
      troupe: { it, count in
        let store = it.deep
        return await timed(count) { for _ in 0..<count { await store.send(action) } }
      }
    )
  }

  /// The cost of a level whose types are known.
  private static var byHand: Row {
    let action = deep(.up)
    return Row(
      "B5 an action to the leaf, beside closures nested by hand",
      aim: .ratio(2),
      count: 300,
      prepare: { (levels: LevelsByHand(levels: levels), store: store()) },
      floor: { it, count in
        let levels = it.levels
        return await timed(count) { for _ in 0..<count { await levels.send(action) } }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) { for _ in 0..<count { await store.send(action) } }
      }
    )
  }

  private static var effect: Row {
    let atLeaf = deep(.fetch)
    return Row(
      "B5 an effect started at depth 10, in units of one at the root",
      aim: .ratio(4),
      isConcurrent: true,
      count: 100,
      prepare: { store() },
      floor: { store, count in await timed(count) { for _ in 0..<count { await store.send(.fetch).finish() } }
      },
      troupe: { store, count in
        await timed(count) { for _ in 0..<count { await store.send(atLeaf).finish() } }
      }
    )
  }

  private static func store() -> StoreOf<Level> {
    Store(initialState: Level.State(levels: levels)) { Level() }
  }

  private static func deep(_ action: Level.Action) -> Level.Action {
    (0..<levels).reduce(action) { action, _ in .below(.presented(action)) }
  }
}
