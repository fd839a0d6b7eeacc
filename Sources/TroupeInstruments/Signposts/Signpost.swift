/// A moment in the work of a reducer or its effects, which `signpost(_:log:)` marks.
public struct Signpost: Sendable {
  /// The kind of activity that is marked. Later versions can add cases: end a `switch` over it with `@unknown
  /// default`.
  @nonexhaustive
  public enum Name: Sendable, Hashable {
    /// A reducer reduces an action.
    case action
    /// A piece of work runs.
    case effect
    /// A piece of work sends an action.
    case output
  }

  /// The phase of the activity. There are no others, so that a recorder can switch over it.
  public enum Phase: Sendable, Hashable {
    /// An interval begins.
    case begin
    /// Something happens that has no length.
    case event
    /// An interval ends.
    case end
  }

  /// The kind of activity that is marked.
  public let name: Name
  /// The phase of the activity.
  public let phase: Phase
  /// A number that the beginning of an interval, its events and its end share.
  public let id: UInt64
  /// The prefix, and what happened.
  public let message: String
  /// The log that the reducer names.
  public let log: OSLog
}
