/// Where a reducer finds the environment while it runs.
///
/// A store resolves a reducer once, but makes the environment of a child for each action. So the resolved
/// reducer looks here.
///
/// - Note: `@unchecked Sendable`, as reducers are values that anybody may hold. A place belongs to one store,
///   whose reducers run on its executor, or to one call of ``Reducer/run(_:_:_:)``, and nobody else knows it:
///   what could share it is only made with it. `EnvironmentTests` under the thread sanitizer would catch a
///   way around that.
final class EnvironmentPlace<Environment>: @unchecked Sendable {
  private var current: Environment?
  private let make: () -> Environment

  /// A place whose environment stays.
  init(_ environment: Environment) {
    make = { environment }
  }

  /// A place with one environment while a reducer runs. At other times, as for an effect that follows from
  /// the state, the environment is made when it is needed.
  init(make: @escaping () -> Environment) {
    self.make = make
  }

  /// The environment in force.
  var environment: Environment { current ?? make() }

  /// Runs a reducer with an environment, and lets go of it afterwards.
  func with<Result>(_ environment: Environment, _ reducer: () -> Result) -> Result {
    current = environment
    defer { current = nil }
    return reducer()
  }
}
