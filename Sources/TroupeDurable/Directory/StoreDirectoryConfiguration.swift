/// The configuration of a ``StoreDirectory``.
public struct StoreDirectoryConfiguration: Sendable {
  /// The maximum number of stores that the directory keeps open. The default is 10,000.
  ///
  /// The capacity is a soft limit: a store that is in use or is running effects stays open, and a caller
  /// never waits for capacity. When the limit is exceeded, the directory passivates the least recently used
  /// stores.
  public var capacity = 10_000 {
    didSet { precondition(capacity >= 0, "The capacity of a directory can't be negative.") }
  }

  /// The time for which the directory keeps an unused store open; nil for no time limit. The default is one
  /// minute.
  public var idleTime: Duration? = .seconds(60)

  /// The time until the next attempt to passivate a store that couldn't be passivated because the store ran
  /// effects. The default is ten seconds.
  public var retryTime = Duration.seconds(10)

  /// The maximum number of stores that are passivated at the same time. The default is 64.
  public var concurrentSaves = 64 {
    didSet { precondition(concurrentSaves > 0, "`concurrentSaves` must be positive.") }
  }

  /// The clock with which the directory waits.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// The directory's executor; nil for a new executor.
  public var executor: (any SerialExecutor)?

  /// The preferred executor of the directory's tasks, such as the tasks that open stores; nil for the global
  /// executor.
  public var taskExecutor: (any TaskExecutor)?

  /// Creates the default configuration.
  public init() {}
}
