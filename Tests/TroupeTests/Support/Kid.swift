import Troupe

/// A child: it counts, and runs effects that last until they are cancelled.
struct Kid: Reducer {
  struct State: Equatable, Sendable, Identifiable {
    var id = 1
    var count = 0
  }

  enum Action: Sendable, Equatable {
    case add(Int)
    /// Runs an effect with that name, and with that id.
    case run(String)
    case replace(String)
    case cancel(String)
    case become(Int)
    /// Sends `add` from an effect.
    case fetch(Int)
    /// Adds in a follow-up.
    case later(Int)
    /// Runs an effect and adds in a follow-up.
    case both(String, Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let amount):
        state.count += amount
        return .none
      case .run(let name): return Self.endless(name)
      case .replace(let name): return Self.endless(name, cancelInFlight: true)
      case .cancel(let id): return .cancel(id: id)
      case .become(let id):
        state.id = id
        return Self.endless("became \(id)")
      case .fetch(let amount): return .run { send in await send(.add(amount)) }
      case .later(let amount): return .send(.add(amount))
      case .both(let name, let amount): return .merge(Self.endless(name), .send(.add(amount)))
      }
    }
  }

  static func endless<Action>(_ name: String, cancelInFlight: Bool = false) -> Effect<Action> {
    .run(name: name) { _ in try await waitForCancellation() }.cancellable(
      id: name,
      cancelInFlight: cancelInFlight
    )
  }
}

extension Store {
  /// The names of the running effects that haven't been cancelled.
  var activeNames: [String] { runningEffects.filter { !$0.isCancelled }.map { $0.name ?? "" }.sorted() }
}
