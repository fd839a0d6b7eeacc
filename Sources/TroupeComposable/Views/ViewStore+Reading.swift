import Observation
import TroupeStoreViews

extension ViewStore {
  /// Calls a closure with the state. What the closure reads isn't tracked member by member: tracked code is
  /// notified of every change of the state.
  ///
  /// - Parameter body: Reads the state.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  public func withState<Result>(_ body: (_ state: State) throws -> Result) rethrows -> Result {
    try body(state)
  }
}

/// Tracks what is read from observable objects, such as view stores.
///
/// It is `withObservationTracking` under the name that it has in the Perception library.
///
/// - Parameters:
///   - apply: Reads the objects. A state alone, without a view store, isn't tracked.
///   - onChange: Is called before the first change.
/// - Returns: The result of `apply`.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
