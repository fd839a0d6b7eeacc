/// The error of a wait whose time is over.
public struct DeadlineExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time that the caller gave.
  public let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// What happened.
  public var description: String { "The wait has taken longer than \(duration) and was ended." }
}
