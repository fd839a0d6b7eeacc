import Observation
import TroupeStoreViews

extension ViewStore {
  /// Calls a closure with the state, without tracking each member that the closure reads. Code that is being
  /// tracked is notified of every change to the state.
  ///
  /// - Parameter body: A closure that reads the state.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  public func withState<Result>(_ body: (_ state: State) throws -> Result) rethrows -> Result {
    try body(state)
  }
}

/// Tracks reads of observable objects, such as view stores.
///
/// This function is `withObservationTracking` under the name that it has in the Perception library.
///
/// - Parameters:
///   - apply: A closure that reads the objects. Reads of a state without a view store aren't tracked.
///   - onChange: A closure that is called before the first change.
/// - Returns: The result of `apply`.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
