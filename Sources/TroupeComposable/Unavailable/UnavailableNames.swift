import TroupeStoreViews

/// `Reducer` under its former name.
@available(*, deprecated, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// `ReducerOf` under its former name.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

/// `Effect` under its former name.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask = Effect

/// Catches `TaskResult`.
@available(
  *,
  unavailable,
  message:
    "Use 'Result<Success, Failure>': 'Result(catching:)' keeps the type of the error. See 'Reducers' in the guide 'Coming from the Composable Architecture'."
)
public struct TaskResult<Success: Sendable> {}

/// Catches a serial executor for a part of a test.
///
/// - Parameter operation: The part of the test.
@available(
  *,
  unavailable,
  message:
    "A test store runs its feature on a serial executor, and 'Scheduler().run { … }' runs any other code on one. See 'Tests' in the guide 'Coming from the Composable Architecture'."
)
public func withMainSerialExecutor<Result>(operation: () async throws -> Result) async rethrows -> Result {
  fatalError("It can't be called.")
}

extension Task where Success == Never, Failure == Never {
  /// Catches a wait for other tasks that hopes.
  ///
  /// - Parameter count: How often it would yield.
  @available(
    *,
    unavailable,
    message:
      "A test store already runs all runnable work; with a scheduler, use 'await scheduler.settle()'. See 'Tests' in the guide 'Coming from the Composable Architecture'."
  )
  public static func megaYield(count: Int = 0) async { fatalError("It can't be called.") }
}

/// Catches the change of a payload in a test.
///
/// - Parameters:
///   - root: The enum.
///   - path: The case.
///   - message: The message of the failure.
///   - body: Changes the payload.
@available(
  *,
  unavailable,
  message:
    "Use 'value.modify(\\.case) { … }', which reports a value in another case. See 'Tests' in the guide 'Coming from the Composable Architecture'."
)
public func XCTModify<Root, Value>(
  _ root: inout Root,
  case path: CaseKeyPath<Root, Value>,
  _ message: String = "",
  _ body: (inout Value) throws -> Void
) {
  fatalError("It can't be called.")
}
