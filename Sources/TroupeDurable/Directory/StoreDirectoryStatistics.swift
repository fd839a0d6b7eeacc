/// The counters of a ``StoreDirectory``.
public struct StoreDirectoryStatistics: Hashable, Sendable {
  /// The number of stores that are open.
  public internal(set) var openCount = 0
  /// The number of open stores that somebody uses at the moment.
  public internal(set) var usedCount = 0
  /// The number of stores that are being opened.
  public internal(set) var openingCount = 0
  /// The number of stores that are being put away.
  public internal(set) var closingCount = 0
  /// How many stores were opened since the directory was made.
  public internal(set) var opened = 0
  /// How many stores couldn't be opened.
  public internal(set) var failed = 0
  /// How many stores were put away.
  public internal(set) var putAway = 0
  /// How many times a store couldn't be put away, because it ran effects.
  public internal(set) var kept = 0
}
