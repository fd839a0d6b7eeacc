/// The error that ends the iteration of a ``StoreFeed`` when the consumer can't get every event.
public struct FeedError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``FeedError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case missedEvents, unknownPosition, notSaved, scopedStore }
    private let value: Value

    /// The consumer fell too far behind: the feed has dropped events that the consumer hasn't read.
    public static var missedEvents: Code { Code(value: .missedEvents) }
    /// The position doesn't belong to this feed. Either another feed created the position, such as a feed in
    /// a process that has ended, or the position's number is greater than the newest event's number. The
    /// number of missed events is unknown.
    public static var unknownPosition: Code { Code(value: .unknownPosition) }
    /// The store closed because it couldn't save its turns, or was shut down before all turns were saved.
    public static var notSaved: Code { Code(value: .notSaved) }
    /// The feed was created on a scoped store. Only a root store has feeds.
    public static var scopedStore: Code { Code(value: .scopedStore) }

    /// The name of the kind, such as `missedEvents`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The number of events that the consumer missed; nil if the number is unknown.
  public let missedCount: Int?
  /// The `CommitError` of the failed save; nil if no save failed.
  public let underlying: (any Error)?

  init(_ code: Code, missedCount: Int? = nil, because underlying: (any Error)? = nil) {
    self.code = code
    self.missedCount = missedCount
    self.underlying = underlying
  }

  /// A description of the error and of its remedy.
  public var description: String {
    switch code {
    case .missedEvents:
      """
      The consumer was too slow or resumed too late, and missed \(missedCount ?? 0) events. Read the state \
      again and continue from the newest event, or give the feed a larger buffer.
      """
    case .unknownPosition:
      """
      The position doesn't belong to this feed, so the missed events are unknown. Read the state again \
      and continue from the newest event.
      """
    case .scopedStore:
      "The feed was created on a scoped store. Create it on the root store, and return events only for actions that concern the scoped part."
    default:
      """
      The feed ended because the store couldn't save the turns of the feed's next events. \
      \(underlying.map { IssueText.error($0) } ?? "The store was shut down before it had saved these turns.")
      """
    }
  }
}
