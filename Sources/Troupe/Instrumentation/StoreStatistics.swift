/// The counters of a store.
public struct StoreStatistics: Sendable, Hashable {
  /// The number of actions that were dropped because their effect was cancelled, had ended, or belonged to a
  /// scope that had ended.
  public let droppedActionCount: Int
  /// The number of enqueued actions that were dropped because the inbox was full.
  public let inboxOverflowCount: Int
  /// The number of effects whose work is currently running.
  public let runningEffectCount: Int
  /// The number of turns that reduced an action.
  public let turnCount: UInt64
  /// The counters of the store's saves; nil if the store's state isn't saved.
  public let saving: SaveStatistics?
}
