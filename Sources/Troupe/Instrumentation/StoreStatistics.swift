/// What a store has counted.
public struct StoreStatistics: Sendable, Hashable {
  /// How many actions of effects were not reduced, because the effect was cancelled, had ended, or its scope
  /// had.
  public let droppedActions: Int
  /// How many enqueued actions were dropped because the inbox was full.
  public let inboxOverflows: Int
  /// How many pieces of work run now.
  public let runningEffects: Int
  /// How many turns have reduced an action.
  public let turns: UInt64
}
