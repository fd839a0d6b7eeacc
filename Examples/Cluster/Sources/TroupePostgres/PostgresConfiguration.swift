import Troupe

/// The connection and the time limits of a ``PostgresStorage``.
public struct PostgresConfiguration: Sendable {
  /// The database: a URI as in `postgres://user:password@host/database`, or keywords as in
  /// `host=/run/postgresql dbname=warehouse`. Missing values come from the environment, as for `psql`.
  ///
  /// Host names are looked up on the storage's thread. Its other connections wait in the meantime; `hostaddr`
  /// avoids that.
  public var connection: String

  /// The schema of the tables: a lower-case letter or an underscore, followed by letters, underscores and
  /// digits, at most 48. It is created if it doesn't exist. The default is `troupe`.
  public var schema = "troupe"

  /// The number of connections that only read, in addition to the one that writes. The default is two.
  public var readers = 2 {
    didSet { precondition(readers > 0, "A storage needs a connection to read with.") }
  }

  /// How long a call waits for its answer, including reconnecting, before it throws `unavailable`. The
  /// default is ten seconds. A connection on which an answer takes half of that is given up for another one.
  public var timeout = Duration.seconds(10) {
    didSet { precondition(timeout > .zero, "A storage needs time to answer.") }
  }

  /// How long to wait before reconnecting. It starts again from the first wait when a connection has
  /// answered. When the back-off has no more attempts, its last wait is repeated. The default is from 50 ms
  /// to two seconds.
  public var retry = Backoff.exponential(initial: .milliseconds(50), maximum: .seconds(2), attempts: .max)

  /// The clock for all of these times.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Creates a configuration.
  ///
  /// - Parameter connection: The database.
  public init(connection: String) { self.connection = connection }
}

extension PostgresConfiguration {
  var isSchemaValid: Bool {
    guard let first = schema.utf8.first, schema.utf8.count <= 48 else { return false }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) || byte == 0x5F }
    return isLetter(first) && schema.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}

/// The configuration's clock, as durations since its creation.
struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  /// Waits until a time. It throws if the task is cancelled. It is nil for the system's clock: the thread
  /// that waits for sockets then waits itself.
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
