/// The newest events of a feed, shared by all its consumers, and the consumers that are waiting for the next
/// event.
///
/// A consumer is a cursor: the number of the last event that it received. The window stores only the waiting
/// consumers. An event therefore takes the same time regardless of the number of consumers with unread
/// events, and a consumer that doesn't read takes no time.
///
/// A window can be used from any context.
final class FeedWindow: Sendable {
  /// The result of a consumer's read.
  enum Reading: Sendable {
    case event(AnyPublishedValue)
    /// The next events were removed from the window. The value is the number of missed events.
    case missed(UInt64)
    /// There is no next event yet. The signal fires when the next event is added or the feed ends. The number
    /// is the argument for ``leave(_:)``.
    case nothing(waiter: UInt64)
    /// The feed has ended.
    case ended(FeedError?)
  }

  private struct Contents {
    /// The newest events. The event with the number `n` is at `(n - 1) % capacity`.
    var events: [AnyPublishedValue] = []
    /// The number of the newest event.
    var newest: UInt64 = 0
    var hasEnded = false
    /// The reason why the feed ended early.
    var failure: FeedError?
    var waiting = ObserverList<Signal>()
    /// The waiting consumers that a task is waking; nil if no such task is running.
    var due: Queue<ObserverList<Signal>>?
  }

  /// The maximum number of consumers that the turn itself wakes.
  private static var fewWaiters: Int { 8 }

  private let capacity: Int
  private let contents = Locked(Contents())

  init(capacity: Int) {
    precondition(capacity > 0, "The capacity of a feed must be positive, not \(capacity).")
    self.capacity = capacity
  }

  /// The number of the newest event; zero if there was no event.
  var newest: UInt64 { contents.withLock { $0.newest } }

  // MARK: The store

  /// Adds an event. Call ``wake(on:)`` after the last event of a turn.
  func append(_ event: AnyPublishedValue) {
    // The oldest event is released outside the lock, because it may have the last reference to a user's
    // value.
    let replaced: AnyPublishedValue? = contents.withLock { contents in
      contents.newest += 1
      if contents.events.count < capacity {
        contents.events.append(event)
        return nil
      }
      let index = Int((contents.newest - 1) % UInt64(capacity))
      return Swift.exchange(&contents.events[index], with: event)
    }
    _ = replaced
  }

  /// Wakes the waiting consumers.
  ///
  /// If many consumers are waiting, a separate task wakes these consumers, so that the event's turn takes the
  /// same time for ten thousand consumers as for ten.
  ///
  /// - Parameter executor: The executor that the task prefers; nil for the global executor.
  func wake(on executor: (any TaskExecutor)?) {
    let (few, mustSchedule) = contents.withLock { contents -> (ObserverList<Signal>?, Bool) in
      if contents.waiting.isEmpty { return (nil, false) }
      let waiting = contents.waiting.takeAll()
      if waiting.entries.count <= Self.fewWaiters { return (waiting, false) }
      let mustSchedule = contents.due == nil
      contents.due = contents.due ?? Queue()
      contents.due?.append(waiting)
      return (nil, mustSchedule)
    }
    few?.forEach { $0.fire() }
    guard mustSchedule else { return }
    Task.detached(executorPreference: executor, priority: Task.currentPriority) { [self] in wakeDue() }
  }

  private func wakeDue() {
    while let next = takeDue() { next.forEach { $0.fire() } }
  }

  private func takeDue() -> ObserverList<Signal>? {
    contents.withLock { contents in
      let next = contents.due?.popFirst()
      if next == nil { contents.due = nil }
      return next
    }
  }

  /// Ends the feed. The events in the window can still be read.
  ///
  /// - Parameters:
  ///   - failure: The error that consumers get after the last event; nil if the feed ends normally.
  ///   - executor: The executor that the waking task prefers; nil for the global executor.
  func end(_ failure: FeedError?, on executor: (any TaskExecutor)?) {
    contents.withLock { contents in
      if contents.hasEnded { return }
      contents.hasEnded = true
      contents.failure = failure
    }
    wake(on: executor)
  }

  // MARK: The consumers

  /// Returns the event after the event with a given number, or the reason why there is no such event.
  ///
  /// - Parameters:
  ///   - number: The number of the consumer's last event. This number isn't greater than the number of the
  ///     newest event.
  ///   - signal: The signal to fire when the next read has a result.
  func read(after number: UInt64, telling signal: Signal) -> Reading {
    contents.withLock { contents in
      let unread = contents.newest - number
      let missed = unread - min(unread, UInt64(contents.events.count))
      if missed > 0 { return .missed(missed) }
      if unread > 0 { return .event(contents.events[Int(number % UInt64(capacity))]) }
      if contents.hasEnded { return .ended(contents.failure) }
      return .nothing(waiter: contents.waiting.add(signal))
    }
  }

  /// Removes a consumer if it is still waiting.
  func leave(_ waiter: UInt64) {
    _ = contents.withLock { $0.waiting.remove(waiter) }
  }
}
