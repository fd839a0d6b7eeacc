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

/// An unavailable counterpart of the variable that makes a process run all tasks on the main thread.
@available(
  *,
  unavailable,
  message:
    "Remove it from tests with a test store. Run other tests on a scheduler: the trait '.scheduled', or the class 'ScheduledTestCase'. See 'Tests' in the guide 'Coming from the Composable Architecture'."
)
public var uncheckedUseMainSerialExecutor: Bool {
  get { fatalError("This API is unavailable.") }
  set {}
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
