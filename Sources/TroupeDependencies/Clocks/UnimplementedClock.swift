import TroupeDiagnostics

/// A clock that reports an issue when it is used, and whose `sleep` method throws an error.
///
/// In tests, this clock replaces a clock that the test doesn't override. Sleeping throws an error, so that a
/// loop that waits ends instead of spinning.
public struct UnimplementedClock: Clock {
  /// An instant of the clock, relative to the clock's start.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns this instant plus a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether one instant is earlier than another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let name: String
  private let location: CallSite

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - name: The clock's name in issues.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init(
    name: String = "UnimplementedClock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.name = name
    self.location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The clock's start. Reading this property reports an issue.
  public var now: Instant {
    reportUnimplemented("\(name).now", at: location)
    return Instant(offset: .zero)
  }

  /// Zero. Reading this property reports an issue.
  public var minimumResolution: Duration {
    reportUnimplemented("\(name).minimumResolution", at: location)
    return .zero
  }

  /// Reports an issue and throws an error immediately.
  ///
  /// - Throws: ``UnimplementedError``, or a `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    reportUnimplemented("\(name).sleep", at: location)
    try Task.checkCancellation()
    throw UnimplementedError(endpoint: "\(name).sleep")
  }
}
