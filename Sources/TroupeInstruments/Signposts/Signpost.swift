/// A signpost, which marks a point in a reducer's work or its effects' work, recorded by `signpost(_:log:)`.
public struct Signpost: Sendable {
  /// The kind of activity that a signpost marks. Later versions can add cases, so end a `switch` over this
  /// enum with `@unknown default`.
  @nonexhaustive
  public enum Name: Sendable, Hashable {
    /// A reducer reduces an action.
    case action
    /// An effect is running.
    case effect
    /// An effect sends an action.
    case output
  }

  /// The phase of the activity that a signpost marks. No cases will be added, so that a recorder can switch
  /// over the enum exhaustively.
  public enum Phase: Sendable, Hashable {
    /// The start of an interval.
    case begin
    /// An event without a duration.
    case event
    /// The end of an interval.
    case end
  }

  /// The kind of activity.
  public let name: Name
  /// The phase of the activity.
  public let phase: Phase
  /// A number shared by the start, the events and the end of an interval.
  public let id: UInt64
  /// The prefix, followed by a description of the event.
  public let message: String
  /// The log to which the signpost belongs.
  public let log: OSLog
}
