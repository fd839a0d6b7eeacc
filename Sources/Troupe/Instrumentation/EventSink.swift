/// The events that wait for one consumer.
final class EventSink: Sendable {
  private struct Buffer {
    var events = Queue<StoreEvent>()
    var count = 0
    var dropped = 0
    var isFinished = false
  }

  private let capacity: Int
  private let buffer = Locked(Buffer())
  private let signal = Signal()

  init(capacity: Int) {
    precondition(capacity > 0, "A sequence of events has to have room for one.")
    self.capacity = capacity
  }

  var droppedCount: Int { buffer.withLock { $0.dropped } }

  func append(_ event: StoreEvent) {
    // What is dropped is released outside of the lock: it may be the last reference to a value of the user's.
    let dropped = buffer.withLock { buffer in
      buffer.events.append(event)
      guard buffer.count == capacity else {
        buffer.count += 1
        return nil as StoreEvent?
      }
      buffer.dropped += 1
      return buffer.events.popFirst()
    }
    _ = dropped
    signal.fire()
  }

  func finish() {
    buffer.withLock { $0.isFinished = true }
    signal.fire()
  }

  func next() async -> StoreEvent? {
    while !Task.isCancelled {
      let (event, isFinished) = buffer.withLock { buffer in
        let event = buffer.events.popFirst()
        if event != nil { buffer.count -= 1 }
        return (event, buffer.isFinished)
      }
      if let event { return event }
      if isFinished { return nil }
      await signal.wait()
    }
    return nil
  }
}
