/// A point in the work of a reducer or its effects, which `signpost(_:log:)` marks.
public struct Signpost: Sendable {
  /// The kind of activity that is marked. Later versions can add cases: end a `switch` over it with `@unknown
  /// default`.
  @nonexhaustive
  public enum Name: Sendable, Hashable {
    /// A reducer reduces an action.
    case action
    /// An effect runs.
    case effect
    /// An effect sends an action.
    case output
  }

  /// The phase of the activity. The enum is complete, so that a recorder can switch over it.
  public enum Phase: Sendable, Hashable {
    /// An interval begins.
    case begin
    /// An event without a duration happens.
    case event
    /// An interval ends.
    case end
  }

  /// The kind of activity that is marked.
  public let name: Name
  /// The phase of the activity.
  public let phase: Phase
  /// A number that the beginning, the events and the end of an interval share.
  public let id: UInt64
  /// The prefix, and a description of the event.
  public let message: String
  /// The log of the signpost.
  public let log: OSLog
}
