/// Counters of a ``StoreDirectory``.
public struct StoreDirectoryStatistics: Hashable, Sendable {
  /// The number of stores that are open.
  public internal(set) var openCount = 0
  /// The number of open stores that are in use.
  public internal(set) var usedCount = 0
  /// The number of stores that are being opened.
  public internal(set) var openingCount = 0
  /// The number of stores that are being passivated.
  public internal(set) var closingCount = 0
  /// The number of times that a store was opened since the directory was created.
  public internal(set) var openedCount = 0
  /// The number of times that a store couldn't be opened.
  public internal(set) var failedCount = 0
  /// The number of times that a store was passivated.
  public internal(set) var passivatedCount = 0
  /// The number of times that a store couldn't be passivated because the store ran effects.
  public internal(set) var keptCount = 0
}
