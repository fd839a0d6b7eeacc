import Locks
import Troupe

/// What the thread of a storage needs to know.
struct Settings: Sendable {
  /// How many bytes a batch may have, unless it is a single call.
  static let batchSize = 8 << 20
  /// The largest value: the server accepts a gigabyte for all parameters of a statement together.
  static let largestValue = 500_000_000
  /// The largest key: an entry of an index has to fit into a third of a page.
  static let largestKey = 2_500

  let address: Address
  let schema: String
  let readers: Int
  let timeout: Duration
  let retry: Backoff
  let stopwatch: Stopwatch
  /// A number that is unique to this storage, in all processes.
  let number = UInt64.random(in: 0 ... .max)
  let counters = Counters()
  let homes: Homes

  init(_ configuration: PostgresConfiguration) throws(PostgresError) {
    address = try Address(configuration.connection)
    guard configuration.isSchemaValid else {
      throw PostgresError(
        .connectionString,
        "The name of a schema is a lower-case letter or an underscore, followed by letters, underscores and digits, 48 at most."
      )
    }
    schema = configuration.schema
    readers = configuration.readers
    timeout = configuration.timeout
    retry = configuration.retry
    stopwatch = Stopwatch(configuration.clock)
    homes = Homes(stopwatch)
  }

  /// How long a connection may take to answer.
  var patience: Duration { timeout / 2 }

  func preparations(_ link: Link) -> [String] {
    let first = link.isWriter ? [Schema.migration(of: schema), Schema.succession(number)] : []
    let statements = Statement.allCases.filter { $0.isWriters == link.isWriter }
    // The tables are created, and the previous connection is ended, however long others hold their locks.
    let prepare = statements.map { $0.prepare(in: schema) }.joined(separator: ";\n")
    let last = link.isListener ? ["LISTEN \"\(Schema.channel(of: schema))\""] : []
    return first + [Schema.settings(lockTime: patience / 5), prepare] + last
  }

  func delay(_ failures: Int) -> Duration {
    var attempt = failures
    while attempt > 0 {
      if let delay = retry.delay(beforeAttempt: attempt) { return delay }
      attempt /= 2
    }
    return timeout
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// The statistics of a storage.
final class Counters: Sendable {
  private let statistics = Locked(PostgresStatistics())

  var current: PostgresStatistics { statistics.withLock { $0 } }

  func withLock(_ change: (inout PostgresStatistics) -> Void) { statistics.withLock { change(&$0) } }
}

/// What a ``PostgresStorage`` has done since it was created.
public struct PostgresStatistics: Hashable, Sendable {
  /// Transactions that made changes, or tried to.
  public internal(set) var transactions = 0
  /// Saves and removals that were made.
  public internal(set) var changes = 0
  /// Saves that were rejected, because another revision was there.
  public internal(set) var superseded = 0
  /// Changes whose answers were lost, and whose outcomes were looked up.
  public internal(set) var settled = 0
  /// Connections that were lost.
  public internal(set) var lostConnections = 0
}
