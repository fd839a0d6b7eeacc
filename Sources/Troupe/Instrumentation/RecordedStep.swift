/// A step of a store, as it is recorded for a test.
package enum RecordedStep<Action: Sendable>: Sendable {
  /// An action from outside was reduced.
  case sent(Action)
  /// An action of an effect, or one that a reducer returned, was reduced.
  case received(Action)
  /// A child was taken out of the state without an action.
  case dismissed(ScopePath)
}

/// What a test wants to know of a store and have of it. It is an object: a store that isn't
/// recorded has room for a reference to one, and no more.
package final class StoreRecording<State, Action: Sendable> {
  /// Is called before each step, with the dependencies of the store.
  package let begin: (DependencyValues) -> Void
  /// Gets each step when it is done, with the state after it, and what its effects have for
  /// ``EffectSnapshot/moment``.
  package let step: (RecordedStep<Action>, State, Moment?) -> Void
  /// Takes the place of the issue when the root asks to be dismissed; nil where the root isn't presented.
  package let dismissal: (() -> Void)?

  /// Makes a recording.
  package init(
    begin: @escaping (DependencyValues) -> Void,
    step: @escaping (RecordedStep<Action>, State, Moment?) -> Void,
    dismissal: (() -> Void)? = nil
  ) {
    self.begin = begin
    self.step = step
    self.dismissal = dismissal
  }
}

extension Store {
  /// Records all further steps. To be called on a root store.
  package func record(_ recording: sending StoreRecording<State, Action>) {
    guard case .root(let root) = source else { preconditionFailure("Only a root store can be recorded.") }
    root.record(recording)
  }

  /// What tells the tree of stores from others, as in ``CurrentEffect/homeID``.
  package nonisolated var homeID: ObjectIdentifier { ObjectIdentifier(home) }

  /// The dependencies of the tree of stores.
  package var dependencies: DependencyValues { core.runtime.dependencyValues }

  /// Changes the dependencies of the tree of stores, from the next turn on.
  package func setDependencies(_ values: DependencyValues) {
    core.runtime.dependencies = TaskDependencies(values)
  }

  /// Does something on the store's executor.
  package func perform<Result: Sendable>(
    _ body: @Sendable (isolated Store<State, Action>) -> Result
  ) -> Result {
    body(self)
  }

  /// Cancels all effects of the tree of stores; further ones are taken.
  package func cancelEffects() {
    core.runtime.cancelEffects()
  }
}

extension ScopePath {
  /// The path of the root's scope.
  package static var root: ScopePath { ScopePath(components: []) }
}
