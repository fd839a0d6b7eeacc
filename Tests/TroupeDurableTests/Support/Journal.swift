import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting

/// A feature that records numbers. Some of them have an effect.
struct Journal: Reducer {
  struct State: Codable, Equatable, Sendable {
    var entries: [Int] = []
    /// The value that a transient action changes.
    var isSelected = false
    /// The value that a declared effect watches.
    var watched: Int?
  }

  enum Action: Sendable {
    case add(Int)
    /// Records a number, and starts an effect that records 1,000 more.
    case work(Int)
    case cancel
    case select
    case watch(Int?)
  }

  /// What happens outside the store.
  struct Outside: Sendable {
    var started: @Sendable (Int) async -> Void = { _ in }
    /// An effect's `send` has returned.
    var returned: @Sendable (Int) async -> Void = { _ in }
    /// A declared effect has started.
    var watching: @Sendable (Int) -> Void = { _ in }
  }

  var outside = Outside()

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.entries.append(number)
        return .none
      case .work(let number):
        state.entries.append(number)
        return .run { [outside] send in
          await outside.started(number)
          await send(.add(number + 1_000))
          // The send of a store that can't save any more returns to a cancelled effect.
          if !Task.isCancelled { await outside.returned(number + 1_000) }
        }
        .cancellable(id: "work")
      case .cancel:
        return .cancel(id: "work")
      case .select:
        state.isSelected.toggle()
        return .none
      case .watch(let number):
        state.watched = number
        return .none
      }
    }
    .task(id: { $0.watched }) { [outside] number in
      .run { _ in
        outside.watching(number)
        try await Task.never()
      }
    }
  }

  /// Opens the journal of a key.
  static func open(
    _ storage: any Storage,
    _ key: StorageKey = "journal",
    on scheduler: Scheduler,
    retry: Backoff = .constant(.milliseconds(1), attempts: 1_000),
    clock: any Clock<Duration> = ImmediateClock(),
    isTransient: (@Sendable (Action) -> Bool)? = nil,
    instruments: [any Instrument] = [],
    outside: Outside = Outside()
  ) async throws -> Store<State, Action> {
    var configuration = scheduler.configuration(for: Action.self)
    configuration.instruments = instruments
    return try await Store(
      initialState: State(),
      storage: storage,
      key: key,
      codec: StateCodec(format: JSONFormat()),
      wake: { $0.entries.last.map { WallClockInstant(sinceEpoch: .seconds($0)) } },
      isTransient: isTransient,
      retry: retry,
      clock: clock,
      configuration: configuration
    ) {
      Journal(outside: outside)
    }
  }

  /// The saved state of a key.
  static func saved(_ storage: any Storage, _ key: StorageKey = "journal") async throws -> State? {
    let codec = StateCodec(State.self, format: JSONFormat())
    return try await storage.load(key).map { try codec.decode($0.bytes) }
  }
}
