/// Events that a store makes from its actions, for any number of consumers.
///
/// See ``Store/feed(buffering:overflow:_:fileID:filePath:line:column:)``. Copies refer to the same feed. When
/// the last copy and the last of its sequences are released, the store stops making events.
public struct StoreFeed<Event: Sendable>: Sendable {
  private let source: FeedSource

  init(_ source: FeedSource) { self.source = source }

  /// The position of the newest available event. Before the first event, its number is zero.
  ///
  /// A page that shows a state and then follows the feed needs the position that matches the state. Read both
  /// in one turn:
  ///
  /// ```swift
  /// let (messages, position) = await room.withState { ($0.messages, feed.position) }
  /// ```
  ///
  /// Later changes of the state arrive as events after the position. The state of a saved store can be ahead
  /// of its saved state; the events of the unsaved turns arrive after the position, too.
  public var position: FeedPosition { FeedPosition(epoch: source.epoch, number: source.window.newest) }

  /// Returns the events from now on.
  ///
  /// You can call it from any context. Events after the call aren't missed, even if the iteration begins
  /// later.
  public func events() -> FeedEvents<Event> {
    FeedEvents(source: source, start: .success(source.window.newest))
  }

  /// Returns the events after a position, followed by new events.
  ///
  /// ```swift
  /// for try await element in feed.events(after: lastSeen) {
  ///   print("\(element.position): \(element.event)")
  /// }
  /// ```
  ///
  /// You can call it from any context. If events after the position are gone, the feed's ``FeedOverflow``
  /// determines what the consumer gets. If the position doesn't belong to this feed, the iteration throws
  /// ``FeedError/Code/unknownPosition`` at once.
  ///
  /// - Parameter position: The position of the consumer's last event.
  public func events(after position: FeedPosition) -> FeedEvents<Event> {
    let isKnown = position.epoch == source.epoch && position.number <= source.window.newest
    return FeedEvents(
      source: source,
      start: isKnown ? .success(position.number) : .failure(FeedError(.unknownPosition))
    )
  }
}

/// The policy for a consumer of a ``StoreFeed`` that falls further behind than the feed buffers.
public struct FeedOverflow: Hashable, Sendable {
  enum Policy { case fail, skip }
  let policy: Policy

  /// The consumer's iteration ends with ``FeedError/Code/missedEvents``.
  ///
  /// Use it if a consumer needs every event, such as a page that updates its content with each event.
  public static var fail: FeedOverflow { FeedOverflow(policy: .fail) }

  /// The consumer continues with the oldest available event, whose ``FeedElement/missedCount`` is the number
  /// of events that it has missed.
  ///
  /// Use it if each event is meaningful alone, as in a log.
  public static var skip: FeedOverflow { FeedOverflow(policy: .skip) }
}

/// An event of a ``StoreFeed`` with its position.
public struct FeedElement<Event: Sendable>: Sendable {
  /// The position of the event.
  public let position: FeedPosition
  /// The event.
  public let event: Event
  /// The number of events that the consumer missed directly before this one. It is always zero unless the
  /// feed's overflow is ``FeedOverflow/skip``.
  public let missedCount: Int
}

extension FeedElement: Equatable where Event: Equatable {}
extension FeedElement: Hashable where Event: Hashable {}

/// The events of a ``StoreFeed`` after a position, as an asynchronous sequence.
public struct FeedEvents<Event: Sendable>: AsyncSequence, Sendable {
  /// An event with its position.
  public typealias Element = FeedElement<Event>
  /// The error that ends an iteration early.
  public typealias Failure = FeedError

  fileprivate let source: FeedSource
  /// The number of the event after which the sequence begins.
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
    /// - Throws: ``FeedError`` if the next event is gone, if the position doesn't belong to this feed, or if
    ///   the store couldn't save its turns. After an error, it returns nil.
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
