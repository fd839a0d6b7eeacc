/// The turn of a store: its phase, what it has reduced, and its duties besides reducing.
///
/// It is one small value. If nothing watches a turn and its action has no effect, the turn reads this value
/// once before and once after the reducer, and nothing else of the runtime.
struct Turn {
  enum Phase {
    /// No turn is under way.
    case idle
    /// A reducer runs.
    case reducing
    /// A turn is under way, but no reducer runs.
    case settling
    /// The observers are notified, or the state is read. The store can be read, and isn't changed.
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
    /// There are scoped stores whose state may go away.
    static let scopedStores = Duties(rawValue: 4)
    /// A reducer has sent actions by force.
    static let reentrantActions = Duties(rawValue: 8)
    /// There are scopes whose state may go away.
    static let scopes = Duties(rawValue: 16)
    /// A test records the steps.
    static let recording = Duties(rawValue: 32)
    /// The turn is saved before anything leaves the store.
    static let saving = Duties(rawValue: 64)
    /// The state may declare effects.
    static let subscriptions = Duties(rawValue: 128)
    /// There are feeds.
    static let feeds = Duties(rawValue: 256)
  }

  private(set) var phase = Phase.idle
  private(set) var lifecycle = Lifecycle.open
  private(set) var duties: Duties = []
  /// How many actions the current turn has reduced.
  private(set) var actionCount = 0
  /// How many turns have reduced an action.
  private(set) var version: UInt64 = 0

  // MARK: A turn of the simplest kind

  /// Begins a turn of the simplest kind, if possible.
  mutating func beginFastPath() -> Bool {
    guard phase == .idle, lifecycle == .open, duties.isEmpty else { return false }
    phase = .reducing
    return true
  }

  /// Ends the turn that ``beginFastPath()`` began, if it is still of the simplest kind.
  mutating func endFastPath() -> Bool {
    guard duties.isEmpty else { return false }
    phase = .idle
    version &+= 1
    return true
  }

  // MARK: Any other turn

  /// Begins a turn, or returns to its settling from a reducer.
  mutating func settle() { phase = .settling }

  /// The user's code changes the state from here to ``settle()`` or ``reduced()``.
  mutating func beginReducing() { phase = .reducing }

  /// Records that the turn has reduced an action.
  mutating func reduced() {
    phase = .settling
    actionCount += 1
  }

  /// Records that the turn has reduced its last action. Returns whether it has reduced any.
  mutating func takeActions() -> Bool {
    guard actionCount > 0 else { return false }
    actionCount = 0
    version &+= 1
    return true
  }

  /// The observers are notified from here to the end of the turn.
  mutating func publish() { phase = .publishing }

  mutating func end() { phase = .idle }

  // MARK: Between turns

  /// Keeps turns out while the state is read. Returns false if a turn is under way, which does so itself.
  mutating func beginReading() -> Bool {
    guard phase == .idle else { return false }
    phase = .publishing
    return true
  }

  mutating func endReading() { phase = .idle }

  /// No action from outside is reduced any more.
  mutating func drain() { lifecycle = .draining }

  /// No action is reduced any more.
  mutating func close() { lifecycle = .closed }

  // MARK: Duties

  /// Takes the duties that follow from what the store has.
  mutating func setDuties(_ new: Duties) { duties = new }

  /// Records that the reducer that runs has sent an action by force.
  mutating func reentrantActionCame() { duties.insert(.reentrantActions) }

  /// Records that the actions that the reducer has sent by force are in the engine's hands.
  mutating func reentrantActionsBegan() { duties.remove(.reentrantActions) }
}
