/// What happens in a store, as a sequence.
///
/// See ``Store/events(bufferingNewest:)``.
public struct StoreEvents: AsyncSequence, Sendable {
  private let subscription: EventSubscription

  fileprivate init(_ subscription: EventSubscription) {
    self.subscription = subscription
  }

  /// How many events this consumer has missed because it was too slow.
  public var droppedCount: Int { subscription.sink.droppedCount }

  /// Makes an iterator. The iterators of one sequence share its events.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription) }

  /// The iterator of ``StoreEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    private let subscription: EventSubscription

    fileprivate init(_ subscription: EventSubscription) {
      self.subscription = subscription
    }

    /// The next event.
    ///
    /// It resumes when there is one, and gives nil when the store was shut down or released and all events
    /// were delivered, and when the task is cancelled.
    public mutating func next() async -> StoreEvent? { await subscription.sink.next() }
  }
}

@available(*, unavailable)
extension StoreEvents.Iterator: Sendable {}

/// What keeps a sink of events known to the runtime.
private final class EventSubscription: Sendable {
  let sink: EventSink
  private let runtime: Weak<Runtime>

  init(capacity: Int, runtime: Runtime) {
    sink = EventSink(capacity: capacity)
    self.runtime = Weak(runtime)
    runtime.post(.addSink(sink))
  }

  deinit { runtime.value?.post(.removeSink(sink)) }
}

extension Store {
  /// What happens in the whole tree of stores, from now on.
  ///
  /// Events are for logs, metrics, traces and tests. They are built only while someone has such a sequence. A
  /// consumer doesn't keep the store alive; its sequence ends when the store is shut down or released.
  ///
  /// - Parameter capacity: How many events are kept for the consumer until it takes them; at least one. When there are more, the
  ///   oldest are dropped and counted in ``StoreEvents/droppedCount``.
  public nonisolated func events(bufferingNewest capacity: Int = 1024) -> StoreEvents {
    StoreEvents(EventSubscription(capacity: capacity, runtime: core.runtime))
  }
}
