import Troupe

/// Scans a folder, one at a time, and keeps the result.
@Reducer
struct Session {
  struct State: Codable, Equatable, Sendable {
    /// The running scan.
    @Presents var scan: Scan.State?
    /// The last scan that has ended.
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
        // Without the nil, a scan of the same folder would keep the previous scan's tasks.
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
        // The scan's tasks end with its state.
        state.scan = nil
        return .none
      }
    }
    .ifLet(\.$scan, action: \.scan) { Scan(workers: workers) }
  }
}
