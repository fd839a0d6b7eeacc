import Troupe

/// A number that tests set; 0 by default.
enum NumberKey: TestDependencyKey {
  static let testValue = 0
}

/// A client that is its own key.
struct Title: TestDependencyKey {
  var text: String

  static let testValue = Title(text: "untitled")
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// A task-local that stands for the trace of a request.
enum RequestTrace {
  @TaskLocal static var id = "none"
}

/// A reducer that records the current number, and runs effects that are made in its place.
struct Reading: Reducer {
  struct State: Sendable {
    var seen: [String] = []
  }

  enum Action: Sendable {
    /// Records the current number in the reducer.
    case read
    case noted(String)
    /// Runs an effect that is made in the turn.
    case perform(@Sendable () -> Effect<Action>)
  }

  var name = "reducer"
  @Dependency(\.number) var number

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read:
        state.seen.append("\(name) \(number)")
        return .none
      case .noted(let note):
        // Of several reducers, one records.
        if !state.seen.contains(note) { state.seen.append(note) }
        return .none
      case .perform(let make):
        return make()
      }
    }
  }

  /// An effect that records the number in effect inside it.
  static func note(_ name: String) -> Effect<Action> {
    .run { send in await send(.noted("\(name) \(here)")) }
  }

  /// The number in effect here.
  static var here: Int { Dependency(\.number).wrappedValue }
}
