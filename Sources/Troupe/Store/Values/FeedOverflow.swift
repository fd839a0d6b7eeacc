/// The policy for a consumer that misses events of a ``StoreFeed``, because the consumer has fallen further
/// behind than the feed's buffer allows.
public struct FeedOverflow: Hashable, Sendable {
  enum Policy { case fail, skip }
  let policy: Policy

  /// The consumer's iteration ends with ``FeedError/Code/missedEvents``.
  ///
  /// Use this policy if a consumer needs every event, such as a page that updates its content with each
  /// event.
  public static var fail: FeedOverflow { FeedOverflow(policy: .fail) }

  /// The consumer continues with the oldest available event, whose ``FeedElement/missedCount`` is the number
  /// of events that the consumer has missed.
  ///
  /// Use this policy if each event is meaningful on its own, as in a log.
  public static var skip: FeedOverflow { FeedOverflow(policy: .skip) }
}
