/// A completed turn of a store, as passed to an ``Instrument``.
///
/// A turn is the reduction of an action, and of all actions that reducers return with `.send`.
public struct TurnInfo: Sendable {
  /// The store.
  public let store: StoreInfo
  /// The number of the turn. Turns that reduce an action are counted from one.
  public let number: UInt64
  /// The first action, or the dismissal, of the turn.
  public let first: ActionID
  /// The number of actions and dismissals that the turn has processed; at least one.
  public let actionCount: Int
  let firstMoment: MonotonicInstant
  let lastMoment: MonotonicInstant

  /// The time at which the turn began its first action.
  public var start: ContinuousClock.Instant { firstMoment.instant }
  /// The time at which the turn had reduced all its actions and started their effects.
  public var end: ContinuousClock.Instant { lastMoment.instant }
}

/// An acknowledged save of a store's state, as passed to an ``Instrument``.
public struct SaveInfo: Sendable {
  /// The store.
  public let store: StoreInfo
  /// The number of turns that the save covers.
  public let turnCount: UInt64
  /// The number of later turns that aren't saved yet.
  public let unsavedTurnCount: UInt64
  /// The waiting time of the outputs of the oldest turn that the save covers.
  public let wait: Duration
}
