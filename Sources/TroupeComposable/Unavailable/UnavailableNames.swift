import TroupeStoreViews

/// The protocol `Reducer` under its former name.
@available(*, deprecated, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// The type alias `ReducerOf` under its former name.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

/// The type `Effect` under its former name.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask = Effect

/// An unavailable counterpart of the Composable Architecture's `TaskResult`.
@available(
  *,
  unavailable,
  message:
    "Use 'Result<Success, Failure>': 'Result(catching:)' keeps the type of the error. See 'Reducers' in the guide 'Coming from the Composable Architecture'."
)
public struct TaskResult<Success: Sendable> {}

/// An unavailable counterpart of the function that runs a part of a test on a serial executor.
///
/// - Parameter operation: The part of the test to run.
@available(
  *,
  unavailable,
  message:
    "A test store already runs its feature on a serial executor; run other code with 'Scheduler().run { … }'. See 'Tests' in the guide 'Coming from the Composable Architecture'."
)
public func withMainSerialExecutor<Result>(operation: () async throws -> Result) async rethrows -> Result {
  fatalError("This API is unavailable.")
}

extension Task where Success == Never, Failure == Never {
  /// An unavailable counterpart of the method that yields repeatedly, in the hope that other tasks finish.
  ///
  /// - Parameter count: The number of times to yield.
  @available(
    *,
    unavailable,
    message:
      "A test store already runs all runnable work; with a scheduler, use 'await scheduler.settle()'. See 'Tests' in the guide 'Coming from the Composable Architecture'."
  )
  public static func megaYield(count: Int = 0) async { fatalError("This API is unavailable.") }
}

/// An unavailable counterpart of the function that changes an enum's payload in a test.
///
/// - Parameters:
///   - root: The enum value.
///   - path: The path to the case.
///   - message: The message for a failure.
///   - body: A closure that changes the payload.
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
  fatalError("This API is unavailable.")
}
