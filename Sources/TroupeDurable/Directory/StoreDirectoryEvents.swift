import Troupe

/// An event of a ``StoreDirectory`` or of one of its stores.
public struct StoreDirectoryEvent<Key: Sendable>: Sendable {
  /// The kind of an event.
  @nonexhaustive
  public enum Kind: Sendable {
    /// The key's store was opened.
    case opened
    /// The key's store couldn't be opened.
    case failed(any Error)
    /// The key's store was passivated.
    case passivated
    /// The key's store emitted an event.
    case store(StoreEvent)
  }

  /// The store's key.
  public let key: Key
  /// The event's kind, with its details.
  public let kind: Kind
}

/// The events of a ``StoreDirectory`` as an asynchronous sequence, for one consumer.
///
/// See ``StoreDirectory/events(bufferingNewest:)``.
public struct StoreDirectoryEvents<Key: Sendable>: AsyncSequence, Sendable {
  let sink: EventSink<StoreDirectoryEvent<Key>>

  /// The number of events that were dropped because the consumer was too slow.
  public var droppedCount: Int { sink.droppedCount }

  /// Returns an iterator. The iterators of one sequence share its events.
  public func makeAsyncIterator() -> Iterator { Iterator(sink: sink) }

  /// The iterator of ``StoreDirectoryEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    /// The buffer of the sequence's events. The iterator retains this sink, because the directory references
    /// sinks only weakly.
    let sink: EventSink<StoreDirectoryEvent<Key>>

    /// Returns the next event.
    ///
    /// The method resumes when there is an event. It returns nil when the directory was shut down or released
    /// and all events were delivered, or when the task is cancelled.
    public mutating func next() async -> StoreDirectoryEvent<Key>? {
      await sink.next()
    }
  }
}

@available(*, unavailable)
extension StoreDirectoryEvents.Iterator: Sendable {}

extension StoreDirectory {
  /// Returns the events that the directory and its stores emit from now on, with their keys.
  ///
  /// ```swift
  /// for await event in await directory.events() {
  ///   if case .failed(let error) = event.kind { print("\(event.key) can't be opened: \(error)") }
  /// }
  /// ```
  ///
  /// Each store's events are in order. Events of different stores are merged in the order of their arrival.
  /// The sequence ends when the directory is shut down or released.
  ///
  /// - Parameter capacity: The number of events to buffer for the consumer, which must be at least one. When
  ///   the buffer is full, the oldest events are dropped and counted in
  ///   ``StoreDirectoryEvents/droppedCount``.
  public func events(bufferingNewest capacity: Int = 1024) -> StoreDirectoryEvents<Key> {
    let sink = EventSink<StoreDirectoryEvent<Key>>(capacity: capacity)
    guard !isShutDown else {
      sink.end()
      return StoreDirectoryEvents(sink: sink)
    }
    sinks.removeAll { $0.value == nil }
    let isFirst = sinks.isEmpty
    sinks.append(WeakSink(value: sink))
    if isFirst {
      for entry in entries.values { if case .open(let store) = entry.phase { forward(store, entry) } }
    }
    return StoreDirectoryEvents(sink: sink)
  }

  /// Emits an event to the consumers.
  func tell(_ key: Key, _ kind: StoreDirectoryEvent<Key>.Kind) {
    for sink in sinks { sink.value?.append(StoreDirectoryEvent(key: key, kind: kind)) }
  }

  /// Forwards the events of an opened store, if there are consumers.
  func forward(_ store: Store<State, Action>, _ entry: Entry) {
    guard !sinks.isEmpty, entry.forwarded !== store else { return }
    entry.forwarded = store
    let (events, key) = (store.events(), entry.key)
    host.run { [weak self] in
      for await event in events {
        guard await self?.tellStore(key, event) == true else { return }
      }
    }
  }

  /// Forwards a store's event. Returns false when no consumer is left.
  private func tellStore(_ key: Key, _ event: StoreEvent) -> Bool {
    tell(key, .store(event))
    sinks.removeAll { $0.value == nil }
    if sinks.isEmpty { for entry in entries.values { entry.forwarded = nil } }
    return !sinks.isEmpty
  }
}

struct WeakSink<Key: Sendable> {
  weak var value: EventSink<StoreDirectoryEvent<Key>>?
}
