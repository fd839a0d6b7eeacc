/// The outcome of sending an action whose turn has to be saved.
package enum SavedSend<Value: Sendable>: Sendable {
  case saved(StoreTask, Value)
  /// The task was cancelled. The action was reduced, and will be saved unless the store gives up saving.
  case cancelled
  /// The store gave up saving, or was closed before the save.
  case failed(any Error)
  /// The store had given up saving before the call. The action wasn't reduced.
  case closed(any Error)
  /// The store accepts no more actions. The action wasn't reduced.
  case refused(StoreError)
  /// Too many tasks are waiting for the store. The action wasn't reduced.
  case tooManyWaiting
  /// The store has no storage. The action wasn't reduced.
  case notDurable
}

extension Store where State: Sendable {
  /// Creates a store whose turns are saved. The initial state is already saved, so effects that the state
  /// declares can start immediately.
  ///
  /// - Parameters:
  ///   - state: The state, which is already saved.
  ///   - causes: The saved causes of the effects that the state declares, from an earlier run of the store.
  ///   - saver: The object that saves the turns. The store retains this object.
  ///   - isTransient: Returns whether a turn that reduces only this action may stay unsaved; nil if every
  ///     turn is saved.
  ///   - configuration: The store's configuration.
  ///   - position: The store's dependencies.
  ///   - reducer: The reducer that evolves the state.
  ///   - location: The location at which the store is created.
  package static nonisolated func saved(
    _ state: State,
    _ causes: [SavedCause],
    by saver: some TurnSaver<State>,
    isTransient: (@Sendable (Action) -> Bool)?,
    configuration: StoreConfiguration<Action>,
    position: StorePosition,
    reducer: () -> some Reducer<State, Action>,
    location: CallSite
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
    return Store(core: core)
  }

  /// Shuts the store down if the store is idle, and returns whether the store was shut down. The store is
  /// idle if no effect is running or waiting, no task is waiting for a state, the inbox is empty, and all
  /// turns are saved.
  ///
  /// No action can arrive between the check and the shutdown.
  ///
  /// If the state's scheduled opening is later than `now`, effects that the state declares don't count and
  /// are cancelled. Otherwise, these effects keep the store open.
  ///
  /// - Parameter now: The current time, as the duration since 1970; nil if nothing reopens stores at their
  ///   scheduled time.
  package func passivate(now: Duration? = nil) -> Bool {
    let runtime = core.runtime
    return runtime.enter {
      let isOpenedLater =
        if let now, let time = runtime.saveQueue?.openingTime() { time > now } else { false }
      return runtime.closeIfAtRest(sparingDeclared: !isOpenedLater)
    }
  }
}

extension Store {
  /// The key under which the store's state is saved; nil if the store has no storage.
  package var savedKeyText: String? { runtime.saveQueue?.keyText }

  /// The store's name, if any, and the location at which the store was created.
  package nonisolated var storeLabel: String { runtime.label }

  /// Reduces an action, reads the state in the same turn, and waits until the turn is saved.
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
    guard let saveQueue = runtime.saveQueue, saveQueue.keyText != nil else { return .notDurable }
    if let failure = runtime.enter({ saveQueue.failure }) {
      return .closed((failure as? any SavingFailure)?.of(.notReduced) ?? failure)
    }
    let task: StoreTask
    do {
      task = try trySend(action)
    } catch {
      return .refused(error)
    }
    let value = core.read { read($0) }
    saveQueue.saveTransientChanges()
    let turn = saveQueue.newest
    if await runtime.waitUntilSaved(turn, on: isolation) { return .saved(task, value) }
    guard let error = saveQueue.endOfWaits else { return .cancelled }
    return .failed((error as? any SavingFailure)?.of(saveQueue.fate(of: turn)) ?? error)
  }
}

extension StoreCore where State: Sendable {
  /// Configures this core to save its turns from now on.
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
