/// A feature whose dependencies are passed in an environment. It describes how actions change the state, and
/// which effects they cause.
///
/// ```swift
/// let counter = Reducer<Int, CounterAction, CounterEnvironment> { count, action, environment in
///   switch action {
///   case .incremented:
///     count += 1
///     return .none
///   case .rolled:
///     return environment.roll().map(CounterAction.set)
///   case .set(let number):
///     count = number
///     return .none
///   }
/// }
/// ```
///
/// Compose large reducers from small reducers:
/// ``pullback(state:action:environment:fileID:filePath:line:column:)`` converts a reducer to a larger domain,
/// and `combine(_:)` runs several reducers on the same state. A store runs the reducer with an environment:
/// `Store(initialState: 0, reducer: counter, environment: environment)`.
///
/// A feature embedded with ``optional(file:filePath:line:column:)``, `forEach` or a `pullback` to a case has
/// a separate lifetime, as everywhere in `Troupe`: its effects end when its state is removed. Ids of effects
/// apply in the feature and in the features below it.
///
/// A store calls a `pullback`'s closure `environment` once for each action that reaches the child. Closures
/// are `@Sendable`, so that a reducer can be a global constant.
public struct Reducer<State, Action: Sendable, Environment>: Sendable {
  /// Creates the reducer for a store or a single call, which reads the environment from a place.
  let make: @Sendable (EnvironmentPlace<Environment>) -> Reduce<State, Action>

  init(make: @escaping @Sendable (EnvironmentPlace<Environment>) -> Reduce<State, Action>) {
    self.make = make
  }

  /// Creates a reducer from a function.
  ///
  /// - Parameter reducer: A closure that evolves the state with an action, and returns the effect to run. It
  ///   runs inside a store's turn, on the store's executor, and must not block.
  public init(
    _ reducer:
      @escaping @Sendable (
        _ state: inout State, _ action: Action, _ environment: Environment
      ) -> Effect<Action, Never>
  ) {
    self.init(make: { place in Reduce { reducer(&$0, $1, place.environment) } })
  }

  /// A reducer that does nothing.
  public static var empty: Reducer { Reducer { _, _, _ in .none } }

  /// Runs the reducer once.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: The action to handle.
  ///   - environment: The reducer's dependencies.
  /// - Returns: The effect to run, which does nothing until a store runs it.
  public func run(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    make(EnvironmentPlace(environment)).reduce(into: &state, action: action)
  }

  /// Runs the reducer once, like ``run(_:_:_:)``.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: The action to handle.
  ///   - environment: The reducer's dependencies.
  /// - Returns: The effect to run, which does nothing until a store runs it.
  public func callAsFunction(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    run(&state, action, environment)
  }
}
