import Troupe

/// How a ``PostgresStorage`` reaches its database, and how patient it is.
public struct PostgresConfiguration: Sendable {
  /// Where the database is: a URI as in `postgres://user:password@host/database`, or keywords as in
  /// `host=/run/postgresql dbname=warehouse`. What it doesn't say comes from the environment, as for `psql`.
  ///
  /// A name of a host is looked up on the thread of the storage. Its other connections wait meanwhile;
  /// `hostaddr` avoids that.
  public var connection: String

  /// The schema in which the tables are: a lower-case letter or an underscore, then those and digits, 48 at
  /// most. It is made if it isn't there. The default is `troupe`.
  public var schema = "troupe"

  /// The number of connections that only read, beside the one that writes. The default is two.
  public var readers = 2 {
    didSet { precondition(readers > 0, "A storage needs a connection to read with.") }
  }

  /// How long a call waits for its answer, connecting again included, before it throws `unavailable`. The
  /// default is ten seconds. A connection on which an answer takes half of that is given up for another one.
  public var timeout = Duration.seconds(10) {
    didSet { precondition(timeout > .zero, "A storage needs time to answer.") }
  }

  /// How long to wait before connecting again. It begins anew when a connection has answered. Where the
  /// back-off gives up, its last wait is repeated. The default is from 50 ms to two seconds.
  public var retry = Backoff.exponential(initial: .milliseconds(50), maximum: .seconds(2), attempts: .max)

  /// The clock for all that.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Creates a configuration.
  ///
  /// - Parameter connection: Where the database is.
  public init(connection: String) { self.connection = connection }
}

extension PostgresConfiguration {
  var isSchemaValid: Bool {
    guard let first = schema.utf8.first, schema.utf8.count <= 48 else { return false }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) || byte == 0x5F }
    return isLetter(first) && schema.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}

/// The clock of a configuration, as durations since it was made.
struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  /// Waits until a time. It throws if the task is cancelled. It is nil for the clock of the system, for which
  /// the thread that waits for sockets waits itself.
  let sleep: (@Sendable (_ until: Duration) async throws -> Void)?

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    if clock is ContinuousClock {
      sleep = nil
    } else {
      sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
  }
}
