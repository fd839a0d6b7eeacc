import TroupeDiagnostics

/// A buffer of events for one consumer.
package final class EventSink<Event: Sendable>: Sendable {
  private struct Buffer {
    var events = Queue<Event>()
    var count = 0
    var dropped = 0
    var hasEnded = false
    /// The signals of the tasks that are waiting for the next event or for the end of the events.
    var waiters: [Signal] = []
  }

  private let capacity: Int
  /// Whether each event is held back until its turn is saved.
  let waitsForSaves: Bool
  private let buffer = Locked(Buffer())

  package init(capacity: Int, waitsForSaves: Bool = false) {
    precondition(capacity > 0, "The buffer of an event sequence must have a positive capacity.")
    self.capacity = capacity
    self.waitsForSaves = waitsForSaves
  }

  package var droppedCount: Int { buffer.withLock { $0.dropped } }

  package func append(_ event: Event) {
    // A dropped event is released outside the lock, because the event may hold the last reference to a user's
    // value.
    let (dropped, waiters) = buffer.withLock { buffer in
      buffer.events.append(event)
      let waiters = Swift.exchange(&buffer.waiters, with: [])
      guard buffer.count == capacity else {
        buffer.count += 1
        return (nil as Event?, waiters)
      }
      buffer.dropped += 1
      return (buffer.events.popFirst(), waiters)
    }
    _ = dropped
    for waiter in waiters { waiter.fire() }
  }

  package func end() {
    let waiters = buffer.withLock { buffer in
      buffer.hasEnded = true
      return Swift.exchange(&buffer.waiters, with: [])
    }
    for waiter in waiters { waiter.fire() }
  }

  /// Returns the next event, or nil if the events have ended or the task is cancelled. Several tasks may
  /// wait, but each event is returned to only one task.
  package func next() async -> Event? {
    let signal = Signal()
    while !Task.isCancelled {
      let (event, hasEnded) = buffer.withLock { buffer in
        let event = buffer.events.popFirst()
        if event != nil { buffer.count -= 1 } else if !buffer.hasEnded { buffer.waiters.append(signal) }
        return (event, buffer.hasEnded)
      }
      if let event { return event }
      if hasEnded { return nil }
      await signal.wait()
    }
    buffer.withLock { $0.waiters.removeAll { $0 === signal } }
    return nil
  }
}
