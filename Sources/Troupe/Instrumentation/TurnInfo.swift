/// A turn of a store as an ``Instrument`` sees it when it has ended.
///
/// A turn is the reduction of an action, and of all actions that reducers return with `.send`.
public struct TurnInfo: Sendable {
  /// The store.
  public let store: StoreInfo
  /// The number of the turn. It counts the turns that reduced an action, from one.
  public let number: UInt64
  /// The first action, or the dismissal, of the turn.
  public let first: ActionID
  /// The number of actions and dismissals that it has reduced; at least one.
  public let actionCount: Int
  let firstMoment: Moment
  let lastMoment: Moment

  /// When it took up the first action.
  public var start: ContinuousClock.Instant { firstMoment.instant }
  /// When it had reduced all, and had started the effects.
  public var end: ContinuousClock.Instant { lastMoment.instant }
}

/// A save of a store's state as an ``Instrument`` sees it when the storage has acknowledged it.
public struct SaveInfo: Sendable {
  /// The store.
  public let store: StoreInfo
  /// The number of turns that the save was for.
  public let turnCount: UInt64
  /// The number of turns that have come meanwhile and aren't saved yet.
  public let unsavedTurnCount: UInt64
  /// How long the outputs of the oldest of these turns have waited.
  public let wait: Duration
}
