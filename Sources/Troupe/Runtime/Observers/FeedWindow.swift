/// An event of a feed, which all consumers share.
///
/// The window and the cursors work on this class, so that their code needn't look up the types of a user's
/// event. That took most of the time of a turn with an event.
@usableFromInline
class FeedBox: @unchecked Sendable {
  @inlinable
  init() {}
}

/// An event of a certain type.
///
/// - Note: `@unchecked Sendable`, as a class with subclasses can't be checked: it has nothing but a constant
///   that is `Sendable`. `FeedStressTests` run it under the thread sanitizer.
@usableFromInline
final class EventBox<Event: Sendable>: FeedBox, @unchecked Sendable {
  @usableFromInline let event: Event

  @inlinable
  init(_ event: Event) { self.event = event }

  /// Casts an event of a feed, which has no other type of events.
  static func cast(_ box: FeedBox) -> EventBox { unsafeDowncast(box, to: EventBox.self) }
}

/// The newest events of a feed, which all of its consumers share, and the consumers that wait for the next.
///
/// A consumer is a cursor: the number of the event that it has got last. The window knows only those that
/// wait. So an event costs the store the same, however many consumers have something unread, and a consumer
/// that doesn't read costs nothing.
///
/// It may be used from anywhere.
final class FeedWindow: Sendable {
  /// What there is for a consumer.
  enum Reading: Sendable {
    case event(FeedBox)
    /// The next events are gone. This is how many.
    case missed(UInt64)
    /// Nothing yet. The signal fires when there is something; the number is for ``leave(_:)``.
    case nothing(waiter: UInt64)
    /// Nothing more comes.
    case ended(FeedError?)
  }

  private struct Contents {
    /// The newest events. The one with the number `n` is at `(n - 1) % capacity`.
    var events: [FeedBox] = []
    /// The number of the newest event.
    var newest: UInt64 = 0
    var hasEnded = false
    /// Why it ended early.
    var failure: FeedError?
    var waiting = ObserverList<Signal>()
    /// Those whom a task wakes, while it does.
    var due: Queue<ObserverList<Signal>>?
  }

  /// The turn itself wakes at most so many.
  private static var fewWaiters: Int { 8 }

  private let capacity: Int
  private let contents = Locked(Contents())

  init(capacity: Int) {
    precondition(capacity > 0, "A feed has to have room for one event.")
    self.capacity = capacity
  }

  /// The number of the newest event; zero if there was none.
  var newest: UInt64 { contents.withLock { $0.newest } }

  // MARK: The store

  /// Adds an event. Call ``wake(on:)`` after the last one.
  func append(_ event: FeedBox) {
    // The oldest event is released outside of the lock: it may hold the last reference to a value of the
    // user.
    let replaced: FeedBox? = contents.withLock { contents in
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

  /// Wakes the consumers that wait.
  ///
  /// If they are many, a task does it. The turn that has the event takes as long for ten thousand as for ten.
  ///
  /// - Parameter executor: What the task prefers to run on; nil for the global one.
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

  /// Ends the feed. What there is can still be read.
  ///
  /// - Parameters:
  ///   - failure: The error that consumers get after the last event; nil if they got all events.
  ///   - executor: As for ``wake(on:)``.
  func end(_ failure: FeedError?, on executor: (any TaskExecutor)?) {
    contents.withLock { contents in
      if contents.hasEnded { return }
      contents.hasEnded = true
      contents.failure = failure
    }
    wake(on: executor)
  }

  // MARK: The consumers

  /// Returns the event after the one with a number, or what else there is.
  ///
  /// - Parameters:
  ///   - number: The number of the consumer's last event, which isn't greater than the newest event's.
  ///   - signal: What to fire when there is something.
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

  /// Removes a consumer from those that wait, if it is still among them.
  func leave(_ waiter: UInt64) {
    _ = contents.withLock { $0.waiting.remove(waiter) }
  }
}
