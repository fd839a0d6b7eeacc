/// The turn of a store: its phase, the actions that it has reduced, and its duties besides reducing.
///
/// The turn is a small value. If nothing observes a turn and its action has no effect, the runtime reads this
/// value once before and once after the reducer, and reads no other state of the runtime.
struct Turn {
  enum Phase {
    /// No turn is in progress.
    case idle
    /// A reducer is running.
    case reducing
    /// A turn is in progress, but no reducer is running.
    case settling
    /// The observers are being notified, or the state is being read. The store can be read, but not changed.
    case publishing
  }

  enum Lifecycle { case open, draining, closed }

  /// The duties of a turn besides reducing.
  struct Duties: OptionSet {
    let rawValue: UInt16

    /// There are listeners for events.
    static let events = Duties(rawValue: 1)
    /// There are waiters for the next state.
    static let waiters = Duties(rawValue: 2)
    /// There are scoped stores whose state can be removed.
    static let scopedStores = Duties(rawValue: 4)
    /// A reducer has sent actions with `assumeIsolated`.
    static let reentrantActions = Duties(rawValue: 8)
    /// There are scopes whose state can be removed.
    static let scopes = Duties(rawValue: 16)
    /// A test is recording the store's steps.
    static let recording = Duties(rawValue: 32)
    /// The turn must be saved before its outputs become visible.
    static let saving = Duties(rawValue: 64)
    /// The state may declare effects.
    static let subscriptions = Duties(rawValue: 128)
    /// There are feeds.
    static let feeds = Duties(rawValue: 256)
    /// The turn has read shared values.
    static let sharing = Duties(rawValue: 512)
    /// The store isn't open, so an action may have to be refused.
    static let ending = Duties(rawValue: 1024)
    /// The store hasn't reduced an action, so the function that reduces actions has to be created first.
    static let resolving = Duties(rawValue: 2048)
  }

  private(set) var phase = Phase.idle
  private(set) var lifecycle = Lifecycle.open
  private(set) var duties: Duties = .resolving
  /// The value of ``actionCount``. Every store has this property, so its type takes only four bytes.
  private var reducedCount: UInt32 = 0
  /// The number of turns that have reduced an action.
  private(set) var version: UInt64 = 0

  /// The number of actions that the current turn has reduced.
  var actionCount: Int { Int(reducedCount) }

  // MARK: A turn of the simplest kind

  /// Begins a turn of the simplest kind, if the store's phase and duties allow it.
  mutating func beginFastPath() -> Bool {
    guard phase == .idle, duties.isEmpty else { return false }
    phase = .reducing
    return true
  }

  /// Ends the turn that ``beginFastPath()`` began, if the turn still has no duties.
  mutating func endFastPath() -> Bool {
    guard duties.isEmpty else { return false }
    phase = .idle
    version &+= 1
    return true
  }

  // MARK: Any other turn

  /// Begins a turn, or returns from a reducer to the phase `settling`.
  mutating func settle() { phase = .settling }

  /// Records that user code changes the state until ``settle()`` or ``reduced()``.
  mutating func beginReducing() { phase = .reducing }

  /// Records that the turn has reduced an action.
  mutating func reduced() {
    phase = .settling
    reducedCount += 1
  }

  /// Records that the turn has reduced its last action. Returns whether the turn has reduced any action.
  mutating func takeActions() -> Bool {
    guard reducedCount > 0 else { return false }
    reducedCount = 0
    version &+= 1
    return true
  }

  /// Records that the observers are notified until the end of the turn.
  mutating func publish() { phase = .publishing }

  mutating func end() { phase = .idle }

  // MARK: Between turns

  /// Prevents turns while the state is read. Returns false if a turn is in progress, which already prevents
  /// other turns.
  mutating func beginReading() -> Bool {
    guard phase == .idle else { return false }
    phase = .publishing
    return true
  }

  mutating func endReading() { phase = .idle }

  /// Stops the reduction of actions from outside.
  mutating func drain() {
    lifecycle = .draining
    duties.insert(.ending)
  }

  /// Stops the reduction of all actions.
  mutating func close() {
    lifecycle = .closed
    duties.insert(.ending)
  }

  // MARK: Duties

  /// Sets the duties, as the store's observers, scopes and settings determine them.
  mutating func setDuties(_ new: Duties) { duties = lifecycle == .open ? new : new.union(.ending) }

  /// Records that the function that reduces actions was created.
  mutating func recordResolution() { duties.remove(.resolving) }

  /// Records that the running reducer has sent an action with `assumeIsolated`.
  mutating func reentrantActionCame() { duties.insert(.reentrantActions) }

  /// Records that the turn has read a shared value.
  mutating func readSharedValue() { duties.insert(.sharing) }

  /// Records that the turn holds no versions of shared values any more.
  mutating func releasedSharedValues() { duties.remove(.sharing) }

  /// Records that a shared value that the state reads has changed, although no action was reduced and no task
  /// waits.
  mutating func sharedValueChanged() { version &+= 1 }

  /// Records that the actions that the reducer sent with `assumeIsolated` were passed to the engine.
  mutating func reentrantActionsBegan() { duties.remove(.reentrantActions) }
}
