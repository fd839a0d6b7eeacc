import Troupe

/// A feature with rows.
struct Rows: Reducer {
  struct State: Sendable {
    var rows: IdentifiedArrayOf<Line.State>
  }

  enum Action: Sendable, CasePathable {
    case rows(IdentifiedActionOf<Line>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.rows) { Line() }
  }

  static func store(_ count: Int, isRunning: Bool = false) async -> StoreOf<Rows> {
    let store = Store(
      initialState: State(rows: IdentifiedArray(uniqueElements: (0..<count).map { Line.State(id: $0) }))
    ) {
      Rows()
    }
    if isRunning { for id in 0..<count { await store.send(.rows(.element(id: id, action: .wait))) } }
    return store
  }

  /// A row.
  struct Line: Reducer {
    struct State: Identifiable, Sendable {
      let id: Int
      var count = 0
    }

    enum Action: Sendable {
      case up
      case wait
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.count += 1
          return .none
        case .wait:
          return .run { _ in await waitForCancellation() }
        }
      }
    }
  }
}
