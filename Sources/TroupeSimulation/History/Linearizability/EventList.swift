/// The starts and ends of calls that aren't linearized yet, in their order.
///
/// The events form a doubly linked list, from which a call's two events can be removed. If calls are restored
/// in the reverse order of their removals, each operation takes constant time. Wing and Gong call these
/// operations “lift” and “unlift”.
struct EventList {
  struct Event {
    /// The index of the call.
    let index: Int
    let isStart: Bool
    /// The event's position in the history.
    let order: Int
  }

  /// The place before the first event. The event at place `n` is `events[n - 1]`.
  static let head = 0

  private let events: [Event]
  private var next: [Int]
  private var previous: [Int]
  private var starts: [Int]
  private var ends: [Int]

  /// Creates a list of calls, which are given by their starts and ends.
  init(_ calls: [(start: Int, end: Int)]) {
    var events: [Event] = []
    for (index, call) in calls.enumerated() {
      events.append(Event(index: index, isStart: true, order: call.start))
      events.append(Event(index: index, isStart: false, order: call.end))
    }
    events.sort { $0.order < $1.order }
    self.events = events
    next = (0...events.count).map { $0 + 1 }
    previous = (0...events.count + 1).map { $0 - 1 }
    next.append(events.count + 1)
    starts = calls.map { _ in 0 }
    ends = starts
    for (place, event) in events.enumerated() {
      if event.isStart { starts[event.index] = place + 1 } else { ends[event.index] = place + 1 }
    }
  }

  func place(after place: Int) -> Int { next[place] }

  /// Returns the event at a place; nil at the end of the list.
  func event(at place: Int) -> Event? { place <= events.count ? events[place - 1] : nil }

  mutating func remove(_ index: Int) {
    unlink(starts[index])
    unlink(ends[index])
  }

  mutating func restore(_ index: Int) {
    link(ends[index])
    link(starts[index])
  }

  private mutating func unlink(_ place: Int) {
    next[previous[place]] = next[place]
    previous[next[place]] = previous[place]
  }

  private mutating func link(_ place: Int) {
    next[previous[place]] = place
    previous[next[place]] = place
  }
}
