/// The error of a wait that reached its deadline.
public struct DeadlineExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time limit that the caller set.
  public let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// What happened.
  public var description: String { "The wait took longer than its limit of \(duration)." }
}
