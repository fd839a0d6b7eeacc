/// The turns of a store that have to be saved, and what waits for them: everything that leaves the store
/// waits until the turn that caused it is saved.
///
/// A store without storage has none. In a store that has one, the engine holds back the start of
/// effects (``Engine/next(holdingStartsUntil:)``), and this object wakes the tasks that wait for a turn.
///
/// It belongs to the executor of its store, like the rest of the ``Runtime``.
final class SaveQueue {
  /// What became of a turn.
  enum Outcome {
    case saved
    case waiting
    /// The store has given up saving. Nothing more leaves it.
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

  /// The number of turns that had to be saved so far. It is the number of the newest of them.
  private(set) var newest: UInt64 = 0
  /// The number of the newest turn that is saved.
  private(set) var saved: UInt64 = 0
  /// The number of the newest turn that is in a save, under way or over.
  private var newestTaken: UInt64 = 0
  /// The key under which the turns are saved.
  let keyText: String
  /// Why the store has given up saving; nil while it saves.
  private(set) var failure: (any Error)?
  /// The reason why tasks can no longer wait for saves: the failure, or the end of the store, which may come
  /// before the end of a save; nil while tasks may wait.
  private(set) var endOfWaits: (any Error)?
  /// Whether the turn that is under way begins what a restored state declares.
  private(set) var isRestoring = false
  /// Whether the turn that is under way has to be saved.
  private(set) var mustSave = false
  /// Whether transient actions were reduced since the newest turn that has to be saved.
  private var hasTransientChanges = false
  /// When the oldest turn ended that no save is under way for.
  private var unsavedSince: MonotonicInstant?
  /// When the oldest turn ended that a save is under way for.
  private var savingSince: MonotonicInstant?
  /// Where those report issues who caused the newest of the turns that aren't saved.
  private(set) var reporting: IssueReporting.Setting?
  /// The cascade of all actions that caused nothing, once there was one.
  private var cascadeOfNothing: Cascade?
  private(set) var waits = SaveStatistics.Waits()
  private var waiters: [(turn: UInt64, waiter: Waiter)] = []
  private var isSaving = false
  /// Asks for a save. It is called again when a turn ends after ``stopSaving()``.
  private let startSaving: () -> Void
  private let isTransient: ((any Sendable) -> Bool)?
  /// When the store has to be opened if it is closed now, as time since 1970; nil if it needn't be.
  let openingTime: () -> Duration?

  init(
    keyText: String,
    isTransient: ((any Sendable) -> Bool)?,
    openingTime: @escaping () -> Duration?,
    startSaving: @escaping () -> Void
  ) {
    self.keyText = keyText
    self.isTransient = isTransient
    self.openingTime = openingTime
    self.startSaving = startSaving
  }

  /// The number of turns that aren't saved.
  var unsavedCount: UInt64 { newest - saved }
  var isEverythingSaved: Bool { unsavedCount == 0 }
  /// The number of the turn with which the newest action is saved. A transient one waits for the next turn.
  var newestOfActions: UInt64 { hasTransientChanges ? newest + 1 : newest }

  /// Returns the cascade of all actions that caused nothing, whose handle waits for their saves.
  func cascadeOfNothing(in runtime: RuntimeReference) -> Cascade {
    if let known = cascadeOfNothing { return known }
    let cascade = Cascade.ofNothing(in: runtime)
    cascadeOfNothing = cascade
    return cascade
  }

  /// Runs the turn that begins what a restored state declares.
  func restoring(_ turn: () -> Void) {
    isRestoring = true
    turn()
    isRestoring = false
  }

  /// Records that the turn that is under way has to be saved.
  func requireSave() { mustSave = true }

  /// Records that the turn that is under way has reduced an action.
  func reduced(_ action: @autoclosure () -> any Sendable) {
    if mustSave { return }
    if isTransient?(action()) == true { hasTransientChanges = true } else { mustSave = true }
  }

  /// Asks for a save of what transient actions have changed, if there is any. Call it between turns.
  func saveTransientChanges() {
    guard hasTransientChanges else { return }
    mustSave = true
    turnEnded()
  }

  /// Records the end of a turn, and asks for a save if it needs one.
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

  /// Records that the saver has taken the newest state.
  func taken() {
    newestTaken = newestOfActions
    savingSince = unsavedSince
    unsavedSince = nil
  }

  /// Records that the saver has nothing to do.
  func stopSaving() {
    isSaving = false
    reporting = nil
  }

  /// Records that all turns up to one are saved. Returns how many that are, and how long everything that
  /// waits for the oldest of them has waited.
  func markSaved(_ turn: UInt64) -> (turnCount: UInt64, wait: Duration) {
    let before = saved
    saved = max(saved, turn)
    let wait = savingSince.map { $0.duration(to: .now) }
    if let wait { waits.add(wait) }
    savingSince = nil
    return (saved - before, wait ?? .zero)
  }

  /// Wakes the tasks whose turns are saved.
  func wake() {
    guard !waiters.isEmpty else { return }
    var remaining: [(turn: UInt64, waiter: Waiter)] = []
    for waiter in Swift.exchange(&waiters, with: []) {
      if waiter.turn <= saved || endOfWaits != nil { waiter.waiter.wake() } else { remaining.append(waiter) }
    }
    waiters = remaining + waiters
  }

  /// Gives up: nothing that waits leaves the store any more.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
    if endOfWaits == nil { endOfWaits = error }
  }

  /// Lets those go who wait for turns that aren't saved. What is left is still saved.
  func endWaits(_ error: any Error) {
    if endOfWaits == nil { endOfWaits = error }
    wake()
  }

  var statistics: SaveStatistics { SaveStatistics(unsavedTurnCount: unsavedCount, waits: waits) }

  /// What became of an action, when the store has given up.
  ///
  /// - Parameter turn: The turn with which the action is saved.
  func fate(of turn: UInt64) -> ActionFate {
    turn <= saved ? .saved : turn <= newestTaken ? .inFailedSave : .inNoSave
  }

  // MARK: Waiting

  func outcome(of turn: UInt64) -> Outcome {
    if turn <= saved { return .saved }
    return endOfWaits == nil ? .waiting : .failed
  }

  /// Returns what became of a turn. If it isn't saved yet, the signal will fire when the answer has changed.
  func outcome(of turn: UInt64, telling signal: Signal) -> Outcome {
    let outcome = outcome(of: turn)
    if outcome == .waiting { waiters.append((turn, .signal(signal))) }
    return outcome
  }

  /// Resumes a continuation when the outcome of a turn is known.
  func resume(_ continuation: UnsafeContinuation<Void, Never>, after turn: UInt64) {
    guard outcome(of: turn) == .waiting else { return continuation.resume() }
    waiters.append((turn, .continuation(continuation)))
  }
}
