extension RuntimeReference: EffectHost {
  func deliver(_ leaf: any AnyQueuedAction, from effect: RunningEffect) -> UInt64? {
    inDependencies { $0.deliver(leaf, from: effect) } ?? nil
  }

  func deliver<Action: Sendable>(action: Action, from effect: RunningEffect) -> UInt64? {
    // Without a route, the effect's actions are the store's actions.
    inDependencies { $0.deliver(action: action, from: effect) } ?? nil
  }

  func waitForOutcome(of turn: UInt64, on isolation: isolated any Actor) async {
    await core?.runtime.waitForOutcome(of: turn, on: isolation)
  }

  func end(_ effect: RunningEffect, error: (any Error)?) {
    inDependencies { $0.end(effect, error: error) }
  }

  nonisolated(nonsending) func endByMail(_ effect: RunningEffect) async {
    guard let core, core.runtime.append(.ended(effect)) else { return }
    await core.runtime.drainAfterAppending(isolation: effect.isolation)
    withExtendedLifetime(core) {}
  }

  func cancel(_ id: CancelID, from effect: RunningEffect) {
    inDependencies { $0.cancel(id, from: effect) }
  }

  func dismiss(from effect: RunningEffect, at location: CallSite) -> UInt64? {
    inDependencies {
      $0.dismiss(from: effect, at: location)
      return $0.saveQueue?.newest
    } ?? nil
  }

  func startSubtask<Success: Sendable>(
    of effect: RunningEffect,
    id: CancelID,
    cancelInFlight: Bool,
    carrying carried: TaskDependencies,
    operation: @escaping @Sendable () async throws -> Success
  ) -> RunningSubtask<Success>? {
    inDependencies {
      $0.startSubtask(
        of: effect,
        id: id,
        cancelInFlight: cancelInFlight,
        carrying: carried,
        operation: operation
      )
    } ?? nil
  }

  func cascade(of effect: RunningEffect) -> CascadeID? {
    withRuntime { $0.engine.cascade(of: effect.id) } ?? nil
  }

  /// Calls a closure with the runtime and the store's dependencies. Returns nil if the store was released.
  private func inDependencies<Result>(_ body: (Runtime) -> Result) -> Result? {
    withRuntime { runtime in runtime.inDependencies { body(runtime) } }
  }
}

extension RunningEffect {
  /// Returns whether the effect belongs to a runtime.
  func isOf(_ runtime: Runtime) -> Bool { host === runtime.weakReference }
}
