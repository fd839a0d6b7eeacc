import Troupe

/// A feature with everything that a test store has to handle.
struct SearchFeature: Reducer {
  struct State: Equatable, Sendable {
    var query = ""
    var results: [String] = []
    var isLoading = false
    @Presents var detail: Detail.State?
  }

  enum Action: Equatable, Sendable, CasePathable {
    case queryChanged(String)
    case response([String])
    case loading(Bool)
    case open(String)
    case detail(PresentationAction<Detail.Action>)
    case closeSelf
    case forever
    case stop

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let response = AnyCasePath(embed: Action.response) {
        if case .response(let it) = $0 { it } else { nil }
      }
      let detail = AnyCasePath(embed: Action.detail) { if case .detail(let it) = $0 { it } else { nil } }
      let stop = AnyCasePath(embed: Action.stop) { if case .stop = $0 { () } else { nil } }
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(SearchClient.self) var client
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .concatenate(
          .send(.loading(true)),
          .run(name: "search") { send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.response(try await client.search(query)))
          }
          .cancellable(id: "search", cancelInFlight: true)
        )
      case .response(let results):
        state.results = results
        return .send(.loading(false))
      case .loading(let isLoading):
        state.isLoading = isLoading
        return .none
      case .open(let title):
        state.detail = Detail.State(title: title)
        return .none
      case .detail:
        return .none
      case .closeSelf:
        return .run { [dismiss] _ in await dismiss() }
      case .forever:
        return .run(name: "forever") { _ in try await clock.sleep(for: .seconds(1_000_000)) }
          .cancellable(id: "forever")
      case .stop:
        return .cancel(id: "forever")
      }
    }
    .ifLet(\.$detail, action: \.detail) { Detail() }
  }
}

struct Detail: Reducer {
  struct State: Equatable, Sendable {
    let title: String
    var seconds = 0
  }

  enum Action: Equatable, Sendable { case start, tick, close }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run(name: "ticks") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
      case .tick:
        state.seconds += 1
        return .none
      case .close:
        return .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}

struct SearchClient: DependencyKey {
  var search: @Sendable (String) async throws -> [String]

  static var liveValue: SearchClient { SearchClient { [$0] } }
  static var testValue: SearchClient { SearchClient(search: unimplemented("SearchClient.search")) }
}
