/// How a ``StoreDirectory`` runs.
public struct StoreDirectoryConfiguration: Sendable {
  /// The number of stores that are kept open. The default is 10,000.
  ///
  /// It is a soft limit: a store that is in use, or that runs effects, stays open, and a caller never waits
  /// for room. When there are more, those that were used the longest ago are put away.
  public var capacity = 10_000 {
    didSet { precondition(capacity >= 0, "A directory can't keep fewer than no stores.") }
  }

  /// How long a store that nobody uses is kept open; nil for as long as there is room. The default is one
  /// minute.
  public var idleTime: Duration? = .seconds(60)

  /// How long a store that couldn't be put away, because it ran effects, is left alone before the next try.
  /// The default is ten seconds.
  public var retryTime = Duration.seconds(10)

  /// The number of stores that are put away at the same time. The default is 64.
  public var concurrentSaves = 64 {
    didSet { precondition(concurrentSaves > 0, "A directory has to be able to put a store away.") }
  }

  /// The clock on which the directory waits.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// The executor of the directory; nil for one of its own.
  public var executor: (any SerialExecutor)?

  /// The executor that the directory's tasks, such as those that open stores, prefer; nil for the global one.
  public var taskExecutor: (any TaskExecutor)?

  /// Creates the default configuration.
  public init() {}
}
