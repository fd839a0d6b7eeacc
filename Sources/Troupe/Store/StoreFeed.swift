/// The events that a store makes of its actions, for any number of consumers.
///
/// See ``Store/feed(buffering:overflow:_:fileID:filePath:line:column:)``. Copies are the same feed. When the
/// last of them and of its sequences is released, the store stops making events.
public struct StoreFeed<Event: Sendable>: Sendable {
  private let source: FeedSource

  init(_ source: FeedSource) { self.source = source }

  /// The position of the newest event that consumers can get. Before the first one, its number is zero.
  ///
  /// A page that shows a state and then follows the feed needs the position that goes with the state. Read
  /// both at once:
  ///
  /// ```swift
  /// let (messages, position) = await room.withState { ($0.messages, feed.position) }
  /// ```
  ///
  /// What the state doesn't have yet comes as an event after the position. The state of a store that is saved
  /// may be ahead of what is saved; the events of these turns come, too.
  public var position: FeedPosition { FeedPosition(epoch: source.epoch, number: source.window.newest) }

  /// Returns the events from now on.
  ///
  /// It can be called from anywhere. Nothing that comes after the call is missed, even if the iteration
  /// begins later.
  public func events() -> FeedEvents<Event> {
    FeedEvents(source: source, start: .success(source.window.newest))
  }

  /// Returns the events after a position, and goes on with what comes.
  ///
  /// ```swift
  /// for try await element in feed.events(after: lastSeen) {
  ///   print("\(element.position): \(element.event)")
  /// }
  /// ```
  ///
  /// It can be called from anywhere. If events after the position are gone, the consumer is told as the
  /// ``FeedOverflow`` of the feed says. If the position is none of this feed, the iteration throws
  /// ``FeedError/Code/unknownPosition`` at once.
  ///
  /// - Parameter position: The position of the last event that the consumer has got.
  public func events(after position: FeedPosition) -> FeedEvents<Event> {
    let isKnown = position.epoch == source.epoch && position.number <= source.window.newest
    return FeedEvents(
      source: source,
      start: isKnown ? .success(position.number) : .failure(FeedError(.unknownPosition))
    )
  }
}

/// What happens to a consumer of a ``StoreFeed`` that is further behind than the feed buffers.
public struct FeedOverflow: Hashable, Sendable {
  enum Policy { case fail, skip }
  let policy: Policy

  /// The consumer ends with ``FeedError/Code/missedEvents``.
  ///
  /// Use it where a consumer needs every event, such as a page that changes what it shows with each of them.
  public static var fail: FeedOverflow { FeedOverflow(policy: .fail) }

  /// The consumer goes on with the oldest event that there is, whose ``FeedElement/missedCount`` says how
  /// many events it has missed.
  ///
  /// Use it where each event means something by itself, as in a log.
  public static var skip: FeedOverflow { FeedOverflow(policy: .skip) }
}

/// An event of a ``StoreFeed`` with its position.
public struct FeedElement<Event: Sendable>: Sendable {
  /// The position of the event.
  public let position: FeedPosition
  /// The event.
  public let event: Event
  /// How many events the consumer has missed right before this one. It is always zero, unless the feed has
  /// the overflow ``FeedOverflow/skip``.
  public let missedCount: Int
}

extension FeedElement: Equatable where Event: Equatable {}
extension FeedElement: Hashable where Event: Hashable {}

/// The events of a ``StoreFeed`` after a position, as an asynchronous sequence.
public struct FeedEvents<Event: Sendable>: AsyncSequence, Sendable {
  /// An event with its position.
  public typealias Element = FeedElement<Event>
  /// Why an iteration ends early.
  public typealias Failure = FeedError

  fileprivate let source: FeedSource
  /// The number of the event after which it begins.
  fileprivate let start: Result<UInt64, FeedError>

  /// Returns an iterator. Each iterator gets all events of the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(cursor: FeedCursor(source, after: start)) }

  /// The iterator of ``FeedEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    private var cursor: FeedCursor

    fileprivate init(cursor: FeedCursor) { self.cursor = cursor }

    /// Returns the next event.
    ///
    /// It resumes when there is an event. It returns nil when the store was shut down or released and all
    /// events were delivered, or when the task is cancelled.
    ///
    /// - Throws: ``FeedError`` if the next event is gone, if the position is none of this feed, or if the
    ///   store couldn't save its turns. After that, it returns nil.
    public nonisolated(nonsending) mutating func next() async throws(FeedError) -> FeedElement<Event>? {
      try await next(isolation: #isolation)
    }

    /// Returns the next event, as ``next()`` does.
    ///
    /// - Throws: The errors of ``next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> FeedElement<Event>? {
      guard let next = try await cursor.next(isolation: actor) else { return nil }
      return FeedElement(
        position: next.position,
        event: EventBox<Event>.cast(next.event).event,
        missedCount: next.missedCount
      )
    }
  }
}

@available(*, unavailable)
extension FeedEvents.Iterator: Sendable {}
