import TroupeDiagnostics

/// A clock that reports an issue when it is used, and on which nobody can sleep.
///
/// It stands in tests for the clocks that a test hasn't overridden. A sleep throws, so that a loop that waits ends instead
/// of going round without a pause.
public struct UnimplementedClock: Clock {
  /// A moment of the clock: how far it is from the start.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// The moment that comes a while later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How long it is until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Tells which moment comes first.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let name: String
  private let location: SourceLocation

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - name: What issues call it.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
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
    self.location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The start; reading it is an issue.
  public var now: Instant {
    reportUnimplemented("\(name).now", at: location)
    return Instant(offset: .zero)
  }

  /// Zero; reading it is an issue.
  public var minimumResolution: Duration {
    reportUnimplemented("\(name).minimumResolution", at: location)
    return .zero
  }

  /// Reports an issue, and throws at once.
  ///
  /// - Throws: ``UnimplementedError``; `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    reportUnimplemented("\(name).sleep", at: location)
    try Task.checkCancellation()
    throw UnimplementedError(endpoint: "\(name).sleep")
  }
}
