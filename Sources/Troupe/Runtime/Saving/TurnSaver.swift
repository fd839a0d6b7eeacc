/// Saves the turns of a store; implemented outside of this module.
package protocol TurnSaver<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  /// Starts saving. It is called on the store's executor, and must not block.
  ///
  /// The saver keeps the turns, and with them the store, until ``UnsavedTurns/take()`` returns nil. Then it
  /// lets go of them, and is called again after the next turn that has to be saved.
  func startSaving(_ turns: UnsavedTurns<State>)

  /// The key under which it saves.
  var keyText: String { get }

  /// Returns the time since 1970 at which a store with this state has to be opened; nil if it needn't be.
  func openingTime(of state: State) -> Duration?
}

/// The error with which a saver gives up.
package protocol SavingFailure: Error {
  /// The same error for the caller of an action.
  func of(_ fate: ActionFate) -> Self
  /// Why the store takes no more actions.
  var closed: StoreError { get }
}

/// What became of an action in a store that can't save any more.
package enum ActionFate: Sendable {
  /// The store had closed before.
  case notReduced
  /// A save before has saved it.
  case saved
  /// It is in the save that failed.
  case inFailedSave
  /// No save of it has begun.
  case inNoSave
  /// The caller waits for several turns, and the action may be any of them.
  case anyOfSeveral
}

/// The turns of a store that aren't saved yet, as the store's ``TurnSaver`` sees them. It keeps the store.
package struct UnsavedTurns<State: Sendable>: Sendable {
  private let core: any AnyStoreCore
  /// Reads the state, on the store's executor.
  private let read: @Sendable () -> State

  init<Action>(_ core: StoreCore<State, Action>) {
    self.core = core
    read = { core.read { $0 } }
  }

  private var runtime: Runtime { core.runtime }

  /// The executor that the effects of the store prefer; nil for the global one.
  package var effectExecutor: (any TaskExecutor)? { runtime.effectExecutor }
  /// The name of the store, if it has one, and where it was made.
  package var storeLabel: String { runtime.label }

  /// Returns a copy of the newest state with the number of its turn, and with what the effects that it
  /// declares follow from; nil if all turns are saved, or if the store has given up.
  package func take() async -> (state: State, causes: [SavedCause], turn: UInt64)? {
    await take(on: runtime.isolation)
  }

  private func take(on isolation: isolated any Actor) -> (state: State, causes: [SavedCause], turn: UInt64)? {
    runtime.enter {
      guard let saveQueue = runtime.saveQueue else { return nil }
      if saveQueue.failure == nil, !saveQueue.isEverythingSaved {
        saveQueue.taken()
        return (read(), runtime.tracer?.declaredCauses?.all ?? [], saveQueue.newest)
      }
      saveQueue.stopSaving()
      return nil
    }
  }

  /// Records that all turns up to one are saved, and lets out what waited for them.
  ///
  /// - Parameter turn: The number of the newest turn that is saved.
  package func release(upTo turn: UInt64) async { await release(upTo: turn, on: runtime.isolation) }

  private func release(upTo turn: UInt64, on isolation: isolated any Actor) {
    runtime.reportingForSaves { runtime.release(upTo: turn) }
  }

  /// Closes the store, as its turns can't be saved any more.
  ///
  /// - Parameters:
  ///   - error: The error for the callers that wait for a turn.
  ///   - message: Makes the text of an issue from the name of the store and the number of lost turns.
  package func giveUp(
    _ error: any Error,
    _ message: @Sendable (_ store: String, _ lostTurns: UInt64) -> String
  ) async {
    await giveUp(error, message, on: runtime.isolation)
  }

  private func giveUp(
    _ error: any Error,
    _ message: @Sendable (_ store: String, _ lostTurns: UInt64) -> String,
    on isolation: isolated any Actor
  ) {
    let lost = runtime.giveUpSaving(error)
    runtime.reportingForSaves { reportIssue(message(runtime.label, lost), at: runtime.location) }
  }
}
