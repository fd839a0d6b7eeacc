/// The error with which a consumer of a ``StoreFeed`` ends that hasn't got every event.
public struct FeedError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``FeedError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case missedEvents, unknownPosition, notSaved, scopedStore }
    private let value: Value

    /// The consumer was further behind than the feed buffers. Some of the events that come next are gone.
    public static var missedEvents: Code { Code(value: .missedEvents) }
    /// The position is none of this feed: it is that of another feed, such as one of a process that has
    /// ended, or has a number that no event had yet. What the consumer has missed isn't known.
    public static var unknownPosition: Code { Code(value: .unknownPosition) }
    /// The store couldn't save its turns and closed, or was shut down before it had saved them.
    public static var notSaved: Code { Code(value: .notSaved) }
    /// The feed was made of a scoped store, which has none.
    public static var scopedStore: Code { Code(value: .scopedStore) }

    /// The name of the kind, such as `missedEvents`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// How many events the consumer has missed, if that is known.
  public let missedCount: Int?
  /// Why the store couldn't save its turns, if that is why the feed ended: a `CommitError`.
  public let underlying: (any Error)?

  init(_ code: Code, missedCount: Int? = nil, because underlying: (any Error)? = nil) {
    self.code = code
    self.missedCount = missedCount
    self.underlying = underlying
  }

  /// What happened and what to do about it.
  public var description: String {
    switch code {
    case .missedEvents:
      """
      The consumer was too slow or came back too late, and missed \(missedCount ?? 0) events. Read the state \
      anew and go on from the newest event, or give the feed a larger buffer.
      """
    case .unknownPosition:
      """
      The position is none of this feed, so it isn't known what the consumer has missed. Read the state anew \
      and go on from the newest event.
      """
    case .scopedStore:
      "The feed was made of a scoped store. Make it of the root store, with the events of the part."
    default:
      """
      The feed ended, as the store couldn't save what it would have told. \
      \(underlying.map { IssueText.error($0) } ?? "It was shut down before.")
      """
    }
  }
}
