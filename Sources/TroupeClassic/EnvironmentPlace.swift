/// Provides a reducer's environment while the reducer runs.
///
/// A store resolves a reducer once, but creates a child's environment for each action. The resolved reducer
/// therefore reads the environment from this object.
///
/// - Note: `@unchecked Sendable`: reducers are values that any code may store. A place belongs to one store,
///   whose reducers run on its executor, or to one call of ``Reducer/run(_:_:_:)``. No other code can access
///   the place, because any object that could share it is created together with it. `EnvironmentTests` under
///   the thread sanitizer would detect a violation.
final class EnvironmentPlace<Environment>: @unchecked Sendable {
  private var current: Environment?
  private let make: () -> Environment

  /// Creates a place with a constant environment.
  init(_ environment: Environment) {
    make = { environment }
  }

  /// Creates a place whose environment is set while a reducer runs. At other times, for example for an effect
  /// that the state declares, the environment is created on demand.
  init(make: @escaping () -> Environment) {
    self.make = make
  }

  /// The current environment.
  var environment: Environment { current ?? make() }

  /// Runs a reducer with an environment, and releases the environment afterwards.
  func with<Result>(_ environment: Environment, _ reducer: () -> Result) -> Result {
    current = environment
    defer { current = nil }
    return reducer()
  }
}
