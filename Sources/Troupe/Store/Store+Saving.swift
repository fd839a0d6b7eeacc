/// The dependencies of a store that is yet to be made.
package struct StorePosition: Sendable {
  let dependencies: TaskDependencies?

  /// Takes the dependencies that are in force here, with changes.
  package init(updatedBy update: ((inout DependencyValues) -> Void)?) {
    dependencies =
      update.map { .newPosition(TaskDependencies.overrides(updatedBy: $0)) } ?? TaskDependencies.newPosition
  }

  /// Runs an operation with the dependencies in force.
  package func within<Result>(_ operation: () -> Result) -> Result {
    TaskDependencies.within(dependencies, operation)
  }
}

/// What became of an action that was to be saved.
package enum SavedSend<Value: Sendable>: Sendable {
  case saved(StoreTask, Value)
  /// The task was cancelled. The action was reduced, and will be saved unless the store gives up.
  case cancelled
  /// The store gave up saving, or ended before the save.
  case failed(any Error)
  /// The store gave up saving before. The action wasn't reduced.
  case closed(any Error)
  /// The store takes no more actions. The action wasn't reduced.
  case refused(StoreClosed)
  /// Too many tasks wait for the store. The action wasn't reduced.
  case tooManyWaiting
  /// The store isn't saved at all. The action wasn't reduced.
  case notDurable
}

extension Store where State: Sendable {
  /// Makes a store whose turns are saved. Its state is that of a save, so it can begin at once with what the
  /// state declares.
  ///
  /// - Parameters:
  ///   - state: The state, which is saved already.
  ///   - causes: What the effects that it declares follow from, as another run of the store has saved it.
  ///   - saver: Saves the turns. The store keeps it.
  ///   - isTransient: Whether a turn that only reduces this action needn't be saved; nil if there are none.
  ///   - configuration: How the store runs.
  ///   - position: The dependencies of the store.
  ///   - reducer: The reducer that evolves the state.
  ///   - location: Where the store is made.
  package static nonisolated func saved(
    _ state: State,
    _ causes: [SavedCause],
    by saver: some TurnSaver<State>,
    isTransient: (@Sendable (Action) -> Bool)?,
    configuration: StoreConfiguration<Action>,
    position: StorePosition,
    reducer: () -> some Reducer<State, Action>,
    location: SourceLocation
  ) -> Store {
    let core = StoreCore.make(
      state: { state },
      reducer: reducer,
      configuration: configuration,
      position: position,
      location: location
    )
    core.saveTurns(by: saver, isTransient: isTransient)
    if core.runtime.hasInstruments { core.runtime.tracer?.keepDeclaredCauses(restoring: causes) }
    core.begin(configuration)
    return Store(root: core)
  }

  /// Shuts the store down if nothing happens in it: no work runs or waits, no task waits for a state, the
  /// inbox is empty, and all turns are saved. Returns whether it did.
  ///
  /// Nothing can come between the check and the end.
  ///
  /// Effects that the state declares don't count as work, and are cancelled, if the state asks to be opened
  /// later than now. What is due now has to go on.
  ///
  /// - Parameter now: The time since 1970; nil if nobody opens stores when they ask for it.
  package func putAway(now: Duration? = nil) -> Bool {
    let runtime = core.runtime
    return runtime.enter {
      let isOpenedLater =
        if let now, let time = runtime.saveQueue?.openingTime() { time > now } else { false }
      return runtime.closeIfAtRest(sparingDeclared: !isOpenedLater)
    }
  }
}

extension Store {
  /// The key under which the store is saved; nil if it isn't.
  package var savedKeyText: String? { runtime.saveQueue?.keyText }

  /// The name of the store, if it has one, and where it was made.
  package nonisolated var storeLabel: String { runtime.label }

  /// Reduces an action, reads the state in its turn, and waits until the turn is saved.
  package nonisolated(nonsending) func sendAndSave<Value: Sendable>(
    _ action: Action,
    maxWaiting limit: Int?,
    returning read: @Sendable (borrowing State) -> Value
  ) async -> SavedSend<Value> {
    let runtime = runtime
    guard runtime.admission.enter(limit) else { return .tooManyWaiting }
    defer { runtime.admission.leave() }
    return await sendAndSaveHere(action, returning: read)
  }

  private func sendAndSaveHere<Value: Sendable>(
    _ action: Action,
    returning read: @Sendable (borrowing State) -> Value
  ) async -> SavedSend<Value> {
    guard let saveQueue = runtime.saveQueue else { return .notDurable }
    if let failure = runtime.enter({ saveQueue.failure }) {
      return .closed((failure as? any SavingFailure)?.of(.notReduced) ?? failure)
    }
    let task: StoreTask
    do {
      task = try trySend(action)
    } catch {
      return .refused(error)
    }
    let value = readState(read)
    saveQueue.saveTransientChanges()
    let turn = saveQueue.newest
    if await runtime.waitUntilSaved(turn, on: home) { return .saved(task, value) }
    guard let error = saveQueue.endOfWaits else { return .cancelled }
    return .failed((error as? any SavingFailure)?.of(saveQueue.fate(of: turn)) ?? error)
  }
}

extension StoreCore where State: Sendable {
  /// Has the turns of this core saved from now on.
  fileprivate func saveTurns(
    by saver: some TurnSaver<State>,
    isTransient: (@Sendable (Action) -> Bool)?
  ) {
    runtime.save(
      with: SaveQueue(
        keyText: saver.keyText,
        isTransient: isTransient.map { isTransient in { ($0 as? Action).map(isTransient) ?? false } },
        openingTime: { [unowned self] in read { saver.openingTime(of: $0) } },
        startSaving: { [unowned self] in saver.startSaving(UnsavedTurns(self)) }
      )
    )
  }
}
