/// A step of a store, recorded for a test.
package enum RecordedStep<Action: Sendable>: Sendable {
  /// An action from outside the store was reduced.
  case sent(Action)
  /// An action from an effect or a reducer was reduced.
  case received(Action)
  /// A child was removed from the state without an action.
  case dismissed(ScopePath)
  /// Shared values with these names were changed, not by a turn of the store.
  case sharedChange([String])
}

/// The callbacks of a test that records a store. The type is a class so that a store that isn't recorded
/// stores only a nil reference.
package final class StoreRecording<State, Action: Sendable> {
  /// A closure that is called before each step, with the store's dependencies.
  package let begin: (DependencyValues) -> Void
  /// A closure that is called after each step, with the step, the resulting state, and the
  /// ``EffectSnapshot/moment`` of the step's effects.
  package let step: (RecordedStep<Action>, State, MonotonicInstant?) -> Void
  /// A closure that is called when the root dismisses itself; nil if the root isn't presented. Without this
  /// closure, the dismissal is reported as an issue.
  package let dismissal: (() -> Void)?

  /// Creates a recording.
  package init(
    begin: @escaping (DependencyValues) -> Void,
    step: @escaping (RecordedStep<Action>, State, MonotonicInstant?) -> Void,
    dismissal: (() -> Void)? = nil
  ) {
    self.begin = begin
    self.step = step
    self.dismissal = dismissal
  }
}

extension ScopePath {
  /// The path of the root's scope.
  package static var root: ScopePath { ScopePath(components: []) }
}
