import Troupe

/// Scans a folder, one at a time, and keeps the result.
struct Session: Reducer {
  struct State: Codable, Equatable, Sendable {
    /// The scan that is going on.
    @Presents var scan: Scan.State?
    /// The last scan that is over.
    var result: Scan.State?
  }

  enum Action: Codable, Equatable, Sendable {
    case start(Scan.State)
    case scan(PresentationAction<Scan.Action>)
    case stop
  }

  let workers: Int

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let scan):
        // Without the nil, a scan of the same folder would go on with the tasks of the one before.
        state.scan = nil
        state.scan = scan
        return .send(.scan(.presented(.start)))

      case .scan(.dismiss):
        state.result = state.scan
        return .none

      case .scan(.presented):
        return .none

      case .stop:
        guard var scan = state.scan else { return .none }
        scan.isPartial = !scan.isOver
        state.result = scan
        // Its tasks end with it.
        state.scan = nil
        return .none
      }
    }
    .ifLet(\.$scan, action: \.scan) { Scan(workers: workers) }
  }
}

extension Session.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let scan = AnyCasePath(embed: Session.Action.scan) { if case .scan(let it) = $0 { it } else { nil } }
  }
}
