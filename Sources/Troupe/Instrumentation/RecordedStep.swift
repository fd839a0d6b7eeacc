/// A step of a store, recorded for a test.
package enum RecordedStep<Action: Sendable>: Sendable {
  /// An action from outside the store was reduced.
  case sent(Action)
  /// An action from an effect or a reducer was reduced.
  case received(Action)
  /// A child was removed from the state without an action.
  case dismissed(ScopePath)
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

extension Store {
  /// Records all steps of the store from now on. The store must be a root store.
  package func record(_ recording: sending StoreRecording<State, Action>) {
    guard case .root(let root) = source else { preconditionFailure("Only a root store can be recorded.") }
    root.record(recording)
  }

  /// Starts the effects that the initial state declares, if the store doesn't start these effects itself.
  package func startSubscriptions() { core.runtime.core.startSubscriptions() }

  /// The identity of the tree of stores, as in ``CurrentEffect/isolationID``.
  package nonisolated var isolationID: ObjectIdentifier { ObjectIdentifier(isolation) }

  /// The dependencies of the tree of stores.
  package var dependencies: DependencyValues { core.runtime.dependencyValues }

  /// Changes the dependencies of the tree of stores, starting with the next turn.
  package func setDependencies(_ values: DependencyValues) {
    core.runtime.setDependencies(values)
  }

  /// Runs a closure on the store's executor.
  package func perform<Result: Sendable>(
    _ body: @Sendable (isolated Store<State, Action>) -> Result
  ) -> Result {
    body(self)
  }

  /// Cancels all effects of the tree of stores. The tree still accepts new effects.
  package func cancelEffects() {
    core.runtime.cancelEffects()
  }
}

extension ScopePath {
  /// The path of the root's scope.
  package static var root: ScopePath { ScopePath(components: []) }
}
