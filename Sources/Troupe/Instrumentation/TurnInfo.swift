/// A completed turn of a store, as passed to an ``Instrument``.
///
/// A turn reduces an action and all actions that reducers return with `.send` during the turn.
public struct TurnInfo: Sendable {
  /// The store.
  public let store: StoreInfo
  /// The number of the turn. Only turns that reduce an action are counted, starting at one.
  public let number: UInt64
  /// The turn's first action or dismissal.
  public let first: ActionID
  /// The number of actions and dismissals that the turn has processed; at least one.
  public let actionCount: Int
  let firstMoment: MonotonicInstant
  let lastMoment: MonotonicInstant

  /// The time at which the turn started to reduce its first action.
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
  /// The number of later turns that haven't been saved yet.
  public let unsavedTurnCount: UInt64
  /// The time for which the outputs of the save's oldest turn had to wait for the save.
  public let wait: Duration
}
