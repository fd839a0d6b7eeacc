/// An object that saves a store's turns. The protocol is implemented outside this module.
package protocol TurnSaver<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  /// Starts saving. This method is called on the store's executor and must not block.
  ///
  /// The saver retains the turns, and thereby the store, until ``UnsavedTurns/take()`` returns nil. The saver
  /// then releases the turns, and this method is called again after the next turn that has to be saved.
  func startSaving(_ turns: UnsavedTurns<State>)

  /// The key under which the saver saves the state.
  var keyText: String { get }

  /// Returns the time since 1970 at which a store with this state must be opened; nil if it needn't be
  /// opened.
  func openingTime(of state: State) -> Duration?
}

/// The unsaved turns of a store, as the store's ``TurnSaver`` uses them. The value retains the store.
package struct UnsavedTurns<State: Sendable>: Sendable {
  private let core: any AnyStoreCore
  /// A closure that reads the state on the store's executor.
  private let read: @Sendable () -> State

  init<Action>(_ core: StoreCore<State, Action>) {
    self.core = core
    read = { core.read { $0 } }
  }

  private var runtime: Runtime { core.runtime }

  /// The executor that the store's effects prefer; nil for the global executor.
  package var effectExecutor: (any TaskExecutor)? { runtime.effectExecutor }
  /// The store's name, if it has one, and the location at which it was created.
  package var storeLabel: String { runtime.label }

  /// The newest state. This type isn't a tuple, because generic code would look up the tuple's metadata.
  package struct Taken: Sendable {
    /// A copy of the state.
    package let state: State
    /// The causes of the effects that the state declares.
    package let causes: [SavedCause]
    /// The number of the state's turn.
    package let turn: UInt64
    /// The unsaved versions of shared values on which the unsaved turns depend. They have to be saved before
    /// the state.
    package let dependencies: [SharedDependency]
  }

  /// Returns the newest state, or nil if all turns are saved, or if the store has given up.
  package func take() async -> Taken? { await take(on: runtime.isolation) }

  private func take(on isolation: isolated any Actor) -> Taken? {
    guard let (turn, dependencies) = runtime.takeTurns() else { return nil }
    return Taken(
      state: read(),
      causes: runtime.tracer?.declaredCauses?.all ?? [],
      turn: turn,
      dependencies: dependencies
    )
  }

  /// Records that all turns up to the given turn are saved, and releases everything that is waiting for these
  /// turns.
  ///
  /// - Parameter turn: The number of the newest saved turn.
  package func release(upTo turn: UInt64) async { await release(upTo: turn, on: runtime.isolation) }

  private func release(upTo turn: UInt64, on isolation: isolated any Actor) {
    runtime.reportingForSaves { runtime.release(upTo: turn) }
  }

  /// Closes the store, because its turns can no longer be saved.
  ///
  /// - Parameters:
  ///   - error: The error for callers that are waiting for a turn.
  ///   - message: Returns the text of an issue, given the store's name and the number of lost turns.
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
    runtime.giveUpSaving(error) { message(runtime.label, $0) }
  }
}
