/// Where a reducer finds the environment while it runs.
///
/// A store resolves a reducer once, but the environment of a child is made anew for each action. So what was
/// resolved looks here.
///
/// - Note: `@unchecked Sendable`, as reducers are values that anybody may hold. A place belongs to one store,
///   whose reducers run on its executor, or to one call of ``Reducer/run(_:_:_:)``, and nobody else knows it:
///   what could share it is only made with it. `EnvironmentTests` under the thread sanitizer would catch a
///   way around that.
final class EnvironmentPlace<Environment>: @unchecked Sendable {
  private var current: Environment?

  /// A place whose environment stays.
  init(_ environment: Environment) {
    current = environment
  }

  /// A place with an environment while a reducer runs.
  init() {}

  /// The environment in force.
  var environment: Environment {
    guard let current else {
      preconditionFailure("A reducer runs with an environment in its place.")
    }
    return current
  }

  /// Runs a reducer with an environment, and lets go of it afterwards.
  func with<Result>(_ environment: Environment, _ reducer: () -> Result) -> Result {
    current = environment
    defer { current = nil }
    return reducer()
  }
}
