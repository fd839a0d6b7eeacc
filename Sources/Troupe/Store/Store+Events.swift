/// A store's events as an asynchronous sequence.
///
/// See ``Store/events(bufferingNewest:)``.
public struct StoreEvents: AsyncSequence, Sendable {
  private let subscription: EventSubscription

  fileprivate init(_ subscription: EventSubscription) {
    self.subscription = subscription
  }

  /// The number of events that were dropped because this consumer was too slow.
  public var droppedCount: Int { subscription.sink.droppedCount }

  /// Returns an iterator. The iterators of one sequence share its events.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription) }

  /// The iterator of ``StoreEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    private let subscription: EventSubscription

    fileprivate init(_ subscription: EventSubscription) {
      self.subscription = subscription
    }

    /// Returns the next event.
    ///
    /// The call resumes when an event is available. The result is nil when the store has been shut down or
    /// released and all events have been delivered, or when the task is cancelled.
    public mutating func next() async -> StoreEvent? { await subscription.sink.next() }
  }
}

@available(*, unavailable)
extension StoreEvents.Iterator: Sendable {}

/// Keeps an event sink registered with the runtime.
private final class EventSubscription: Sendable {
  let sink: EventSink<StoreEvent>
  private let runtime: RuntimeReference

  init(capacity: Int, waitsForSaves: Bool = false, runtime: Runtime) {
    sink = EventSink(capacity: capacity, waitsForSaves: waitsForSaves)
    // This is a new reference, because the runtime's own reference belongs to the store's executor.
    self.runtime = RuntimeReference(runtime.core)
    runtime.post(.addSink(sink))
  }

  deinit { runtime.withRuntime { $0.post(.removeSink(sink)) } }
}

extension Store {
  /// Returns the future events of the whole tree of stores.
  ///
  /// ```swift
  /// for await event in store.events() {
  ///   print(event)
  /// }
  /// ```
  ///
  /// Use events for logs, metrics, traces and tests. The store creates events only while a ``StoreEvents``
  /// sequence exists. A consumer doesn't keep the store alive. The sequence ends when the store is shut down
  /// or released.
  ///
  /// - Parameter capacity: The number of events to buffer for the consumer; at least one. When the buffer is
  ///   full, the oldest events are dropped and counted in ``StoreEvents/droppedCount``.
  public nonisolated func events(bufferingNewest capacity: Int = 1024) -> StoreEvents {
    StoreEvents(EventSubscription(capacity: capacity, runtime: core.runtime))
  }

  /// Returns the future events of the whole tree of stores and delivers each event after its turn has been
  /// saved.
  ///
  /// Use this method if your reaction to an event must not run ahead of the saved state, for example when you
  /// forward events to another system. Events of turns that were never saved aren't delivered. If the store's
  /// state isn't saved, this method behaves like ``events(bufferingNewest:)``.
  ///
  /// ```swift
  /// for await event in store.savedEvents() {
  ///   print(event)
  /// }
  /// ```
  ///
  /// - Parameter capacity: The number of events to buffer for the consumer; at least one. When the buffer is
  ///   full, the oldest events are dropped and counted in ``StoreEvents/droppedCount``.
  public nonisolated func savedEvents(bufferingNewest capacity: Int = 1024) -> StoreEvents {
    StoreEvents(EventSubscription(capacity: capacity, waitsForSaves: true, runtime: core.runtime))
  }
}
