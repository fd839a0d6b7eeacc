/// Events that a store creates from its actions, for any number of consumers.
///
/// See ``Store/feed(buffering:overflow:_:fileID:filePath:line:column:)``. Copies of this value refer to the
/// same feed. When the last copy and the feed's last sequence are released, the store stops creating events.
public struct StoreFeed<Event: Sendable>: Sendable {
  private let source: FeedSource

  init(_ source: FeedSource) { self.source = source }

  /// The position of the newest available event. Before the first event, the position's number is zero.
  ///
  /// A page that shows a state and then follows the feed needs the position that matches the state. Read the
  /// state and the position in one turn:
  ///
  /// ```swift
  /// let (messages, position) = await room.withState { ($0.messages, feed.position) }
  /// ```
  ///
  /// Later changes of the state arrive as events after the position. In a saved store, the current state can
  /// be ahead of the saved state. The events of the unsaved turns also arrive after the position.
  public var position: FeedPosition { FeedPosition(epoch: source.epoch, number: source.window.newest) }

  /// Returns the feed's future events.
  ///
  /// You can call this method from any context. The sequence contains all events that are created after the
  /// call, even if the iteration starts later.
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
  /// You can call this method from any context. If the feed no longer has all events after the position, the
  /// feed's ``FeedOverflow`` applies. If the position doesn't belong to this feed, the iteration immediately
  /// throws ``FeedError/Code/unknownPosition``.
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

/// An event of a ``StoreFeed`` with its position.
public struct FeedElement<Event: Sendable>: Sendable {
  /// The position of the event.
  public let position: FeedPosition
  /// The event's object, which all consumers share. If the element contained the event, the element's layout
  /// would depend on the event's type, and the sequence would look up the layout for each element.
  @usableFromInline let published: AnyPublishedValue
  /// The event.
  @inlinable public var event: Event { published.value(as: Event.self) }
  /// The number of events that the consumer missed directly before this event. Unless the feed's overflow is
  /// ``FeedOverflow/skip``, the number is always zero.
  public let missedCount: Int
}

extension FeedElement: Equatable where Event: Equatable {
  /// Returns whether two elements have equal events at the same position, after equally many missed events.
  public static func == (one: FeedElement, other: FeedElement) -> Bool {
    one.position == other.position && one.event == other.event && one.missedCount == other.missedCount
  }
}

extension FeedElement: Hashable where Event: Hashable {
  /// Hashes the position, the event and the number of missed events.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(position)
    hasher.combine(event)
    hasher.combine(missedCount)
  }
}

/// The event's object doesn't change, so it can be searched for replies like a value.
extension FeedElement: ValueCollection {
  var hasPlainElements: Bool { ReplyRegistry.isPlain(Event.self) }
  func allElements(_ isGood: (Any) -> Bool) -> Bool { isGood(event) }
}

extension FeedElement: CustomReflectable {
  /// A mirror with the event instead of its object.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["position": position, "event": event, "missedCount": missedCount],
      displayStyle: .struct
    )
  }
}

/// The events of a ``StoreFeed`` after a position, as an asynchronous sequence.
public struct FeedEvents<Event: Sendable>: AsyncSequence, Sendable {
  /// An event with its position.
  public typealias Element = FeedElement<Event>
  /// The error that ends an iteration early.
  public typealias Failure = FeedError

  fileprivate let source: FeedSource
  /// The number of the event after which the sequence starts.
  fileprivate let start: Result<UInt64, FeedError>

  /// Returns an iterator. Each iterator gets all events of the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(cursor: FeedCursor(source, after: start)) }

  /// The iterator of ``FeedEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    private var cursor: FeedCursor

    fileprivate init(cursor: FeedCursor) { self.cursor = cursor }

    /// Returns the next event.
    ///
    /// The call resumes when an event is available. The result is nil when the store has been shut down or
    /// released and all events have been delivered, or when the task is cancelled.
    ///
    /// - Throws: ``FeedError`` if the next event is no longer available, if the position doesn't belong to
    ///   this feed, or if the store couldn't save its turns. After an error, later calls return nil.
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
      return FeedElement(position: next.position, published: next.event, missedCount: next.missedCount)
    }
  }
}

@available(*, unavailable)
extension FeedEvents.Iterator: Sendable {}
