import Synchronization

/// The events between two requests of the page.
///
/// It is open as long as a page asks for the events. If none asks until it is full, further events are only
/// counted, so that a page that is slow, paused or closed costs a store no more than that.
final class EventBuffer: Sendable {
  private struct Content {
    var events: [InspectorEvent] = []
    var dropped = 0
    var hasBeenTaken = false
  }

  private let limit: Int
  private let content = Mutex(Content())
  private let isWatched = Atomic(false)
  private let missed = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// Whether events are collected.
  var isOpen: Bool { isWatched.load(ordering: .relaxed) }

  /// Adds an event, or counts it if the buffer is full.
  func add(_ event: @autoclosure () -> InspectorEvent) {
    guard isOpen else { return skip() }
    let event = event()
    let isFull = content.withLock { content in
      if content.events.count < limit {
        content.events.append(event)
        return false
      }
      content.dropped += 1
      return true
    }
    if isFull { isWatched.store(false, ordering: .relaxed) }
  }

  /// Counts an event that isn't collected.
  func skip() { missed.add(1, ordering: .relaxed) }

  /// Removes the events, and opens the buffer.
  ///
  /// - Returns: The events, and the number of events that were dropped since the last time. It is zero the
  ///   first time: nobody has watched before.
  func take() -> (events: [InspectorEvent], dropped: Int) {
    isWatched.store(true, ordering: .relaxed)
    let missed = missed.exchange(0, ordering: .relaxed)
    return content.withLock { content in
      defer { content = Content(hasBeenTaken: true) }
      return (content.events, content.hasBeenTaken ? content.dropped + missed : 0)
    }
  }
}
