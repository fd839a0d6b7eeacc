/// The turns of a store that have to be saved, and the tasks that are waiting for these turns. All outputs of
/// the store wait until the turn that caused them is saved.
///
/// A store without storage has no save queue. In a store with storage, the engine defers the start of effects
/// (``Engine/next(holdingStartsUntil:)``), and this object wakes the tasks that are waiting for a turn.
///
/// The queue belongs to its store's executor, like the rest of the ``Runtime``.
final class SaveQueue {
  /// The outcome of a turn.
  enum Outcome {
    case saved
    case waiting
    /// The store has given up saving. Pending outputs never become visible.
    case failed
  }

  private enum Waiter {
    case signal(Signal)
    case continuation(UnsafeContinuation<Void, Never>)

    func wake() {
      switch self {
      case .signal(let signal): signal.fire()
      case .continuation(let continuation): continuation.resume()
      }
    }
  }

  /// The number of turns that had to be saved until now. This count is also the number of the newest of these
  /// turns.
  private(set) var newest: UInt64 = 0
  /// The number of the newest turn that was saved.
  private(set) var saved: UInt64 = 0
  /// The number of the newest turn that is part of a running or finished save.
  private var newestTaken: UInt64 = 0
  /// The key under which the turns are saved; nil for a store without a storage, whose turns only wait for
  /// the shared values that they depend on.
  let keyText: String?
  /// The unsaved versions of shared values on which unsaved turns depend.
  private(set) var sharedVersions = SharedDependencies()
  /// The reason why the store has given up saving; nil if the store hasn't given up.
  private(set) var failure: (any Error)?
  /// The reason why tasks can no longer wait for saves; nil while tasks can still wait. The value is the
  /// failure, or the error for the end of the store, which can precede the end of a save.
  private(set) var endOfWaits: (any Error)?
  /// Whether the current turn starts the effects that a restored state declares.
  private(set) var isRestoring = false
  /// Whether the current turn has to be saved.
  private(set) var mustSave = false
  /// Whether transient actions were reduced since the newest turn that has to be saved.
  private var hasTransientChanges = false
  /// The end of the oldest turn that isn't part of a save.
  private var unsavedSince: MonotonicInstant?
  /// The end of the oldest turn that is part of the running save.
  private var savingSince: MonotonicInstant?
  /// The setting for issue reports of the code that caused the newest unsaved turn.
  private(set) var reporting: IssueReporting.Setting?
  private(set) var waits = SaveStatistics.Waits()
  private var waiters: [(turn: UInt64, waiter: Waiter)] = []
  private var isSaving = false
  /// Requests a save. After ``takeTurns()`` has returned nil, the closure is called again at the end of the
  /// next turn that has to be saved.
  private let startSaving: () -> Void
  private let isTransient: ((any Sendable) -> Bool)?
  /// Returns the time since 1970 at which the store must be opened if it is closed now; nil if it needn't be
  /// opened.
  let openingTime: () -> Duration?

  /// Creates a queue for a store without a storage, whose turns depend on shared values.
  ///
  /// - Parameter startWaiting: Waits for the shared values. After ``takeTurns()`` has returned nil, the
  ///   closure is called again at the end of the next turn that has to wait.
  convenience init(waitingForSharedValues startWaiting: @escaping () -> Void) {
    self.init(keyText: nil, isTransient: nil, openingTime: { nil }, startSaving: startWaiting)
  }

  init(
    keyText: String?,
    isTransient: ((any Sendable) -> Bool)?,
    openingTime: @escaping () -> Duration?,
    startSaving: @escaping () -> Void
  ) {
    self.keyText = keyText
    self.isTransient = isTransient
    self.openingTime = openingTime
    self.startSaving = startSaving
  }

  /// The number of unsaved turns.
  var unsavedCount: UInt64 { newest - saved }
  var isEverythingSaved: Bool { unsavedCount == 0 }
  /// The number of the turn with which the newest action is saved. A transient action is saved with the next
  /// turn.
  var newestOfActions: UInt64 { hasTransientChanges ? newest + 1 : newest }

  /// Runs the turn that starts the effects that a restored state declares.
  func restoring(_ turn: () -> Void) {
    isRestoring = true
    turn()
    isRestoring = false
  }

  /// Records that the current turn has to be saved.
  func requireSave() { mustSave = true }

  /// Records that the current turn depends on an unsaved version of a shared value.
  func depend(on dependency: SharedDependency) {
    mustSave = true
    sharedVersions.add(dependency, for: newest + 1)
  }

  /// Whether the effects of the current turn can start at its end, because the turn and all earlier turns are
  /// independent of unsaved shared values.
  var startsAtOnce: Bool {
    if mustSave || !isEverythingSaved { return false }
    return keyText == nil || isRestoring
  }

  /// Records that the current turn has reduced an action.
  func reduced(_ action: @autoclosure () -> any Sendable) {
    if mustSave { return }
    if keyText == nil {
      mustSave = !isEverythingSaved
      return
    }
    if isTransient?(action()) == true { hasTransientChanges = true } else { mustSave = true }
  }

  /// Requests a save of the changes by transient actions, if there are any. Call this method between turns.
  func saveTransientChanges() {
    guard hasTransientChanges else { return }
    mustSave = true
    turnEnded()
  }

  /// Records the end of a turn and requests a save if the turn has to be saved.
  func turnEnded() {
    guard mustSave else { return }
    mustSave = false
    hasTransientChanges = false
    newest += 1
    guard failure == nil else { return }
    reporting = IssueReporting.setting
    if unsavedSince == nil { unsavedSince = .now }
    guard !isSaving else { return }
    isSaving = true
    startSaving()
  }

  /// Takes the unsaved turns for a save. Returns the number of the newest of these turns. If no turns are
  /// left to save, or the store has given up, returns nil and records that the saver stops.
  func takeTurns() -> UInt64? {
    guard failure == nil, !isEverythingSaved else {
      stopSaving()
      return nil
    }
    taken()
    return newest
  }

  /// Records that the saver has taken the newest state.
  func taken() {
    newestTaken = newestOfActions
    savingSince = unsavedSince
    unsavedSince = nil
  }

  /// Records that the saver has no turns left to save.
  func stopSaving() {
    isSaving = false
    reporting = nil
  }

  /// Records that all turns up to the given turn are saved. Returns the number of these turns, and how long
  /// the outputs of the oldest of these turns have waited.
  func markSaved(_ turn: UInt64) -> (turnCount: UInt64, wait: Duration) {
    let before = saved
    saved = max(saved, turn)
    let wait = savingSince.map { $0.duration(to: .now) }
    if let wait { waits.add(wait) }
    savingSince = nil
    return (saved - before, wait ?? .zero)
  }

  /// Forgets the shared values on which saved turns depended. Release the result where user code may run.
  func forgetSharedVersions(upTo turn: UInt64) -> [SharedDependency] { sharedVersions.remove(upTo: turn) }

  /// Wakes the tasks whose turns are saved.
  func wake() {
    guard !waiters.isEmpty else { return }
    var remaining: [(turn: UInt64, waiter: Waiter)] = []
    for waiter in Swift.exchange(&waiters, with: []) {
      if waiter.turn <= saved || endOfWaits != nil { waiter.waiter.wake() } else { remaining.append(waiter) }
    }
    waiters = remaining + waiters
  }

  /// Gives up saving. Outputs that are waiting for a save are discarded.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
    if endOfWaits == nil { endOfWaits = error }
  }

  /// Ends the waits for unsaved turns. The remaining turns are still saved.
  func endWaits(_ error: any Error) {
    if endOfWaits == nil { endOfWaits = error }
    wake()
  }

  var statistics: SaveStatistics { SaveStatistics(unsavedTurnCount: unsavedCount, waits: waits) }

  /// Returns the fate of an action in a store that has given up saving.
  ///
  /// - Parameter turn: The number of the turn with which the action is saved.
  func fate(of turn: UInt64) -> ActionFate {
    turn <= saved ? .saved : turn <= newestTaken ? .inFailedSave : .inNoSave
  }

  // MARK: Waiting

  func outcome(of turn: UInt64) -> Outcome {
    if turn <= saved { return .saved }
    return endOfWaits == nil ? .waiting : .failed
  }

  /// Returns the outcome of a turn. If the turn isn't saved yet, the signal fires when the outcome is known.
  func outcome(of turn: UInt64, telling signal: Signal) -> Outcome {
    let outcome = outcome(of: turn)
    if outcome == .waiting { waiters.append((turn, .signal(signal))) }
    return outcome
  }

  /// Resumes a continuation when a turn's outcome is known.
  func resume(_ continuation: UnsafeContinuation<Void, Never>, after turn: UInt64) {
    guard outcome(of: turn) == .waiting else { return continuation.resume() }
    waiters.append((turn, .continuation(continuation)))
  }
}
