/// The phase of a runtime's turn, and the turn's duties besides reducing.
///
/// It is one small value. If nothing watches a turn and its action has no effect, the turn reads this value
/// once before and once after the reducer, and nothing else of the runtime.
struct TurnState {
  enum Phase {
    /// No turn is going on.
    case idle
    /// A reducer runs.
    case reducing
    /// A turn is going on, but no reducer runs.
    case settling
    /// The waiters are being told.
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
    static let forcedActions = Duties(rawValue: 8)
    /// There are scopes whose state may go away.
    static let scopes = Duties(rawValue: 16)
    /// A test records the steps.
    static let recording = Duties(rawValue: 32)
    /// The turn is saved before anything leaves the store.
    static let outputs = Duties(rawValue: 64)
    /// The state may declare effects.
    static let declarations = Duties(rawValue: 128)
    /// There are feeds.
    static let feeds = Duties(rawValue: 256)
  }

  var phase = Phase.idle
  var lifecycle = Lifecycle.open
  var duties: Duties = []
  /// How many actions the current turn has reduced.
  var actions = 0
  /// How many turns have reduced an action.
  var version: UInt64 = 0

  /// Begins a turn of the simplest kind, if possible.
  mutating func beginQuietly() -> Bool {
    guard phase == .idle, lifecycle == .open, duties.isEmpty else { return false }
    phase = .reducing
    return true
  }

  /// Ends the turn that ``beginQuietly()`` began, if it is still of the simplest kind.
  mutating func endQuietly() -> Bool {
    guard duties.isEmpty else { return false }
    phase = .idle
    version &+= 1
    return true
  }
}
