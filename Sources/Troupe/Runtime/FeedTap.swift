/// What a store does for one feed. It belongs to the executor of the store, like the rest of the ``Runtime``.
protocol FeedTap: AnyObject {
  /// Ends a turn, or tells that turns are saved. See ``Outputs``.
  ///
  /// - Parameters:
  ///   - turn: The number of the newest turn that has to be saved; zero for a store that isn't saved.
  ///   - saved: The number of the newest turn that is saved.
  func turnEnded(_ turn: UInt64, saved: UInt64)

  /// Ends the feed.
  ///
  /// - Parameter failure: Why the store has given up saving; nil if it hasn't.
  func end(_ failure: (any Error)?)
}

/// What a store of certain types does for one feed.
class ActionTap<State, Action>: FeedTap {
  /// Makes the event of an action that was reduced.
  func reduced(_ action: Action, _ state: borrowing State) {}
  func turnEnded(_ turn: UInt64, saved: UInt64) {}
  func end(_ failure: (any Error)?) {}
}

/// Makes the events of a feed, and keeps them until they may leave the store.
final class EventTap<State, Action, Event: Sendable>: ActionTap<State, Action> {
  private let window: FeedWindow<Event>
  private let executor: (any TaskExecutor)?
  private let event: @Sendable (Action, borrowing State) -> Event?
  /// The events of the turn that is under way.
  private var eventsOfTurn: [Event] = []
  /// The events of turns that aren't saved yet.
  private var unsaved = Queue<(turn: UInt64, event: Event)>()

  init(
    _ window: FeedWindow<Event>,
    on executor: (any TaskExecutor)?,
    _ event: @escaping @Sendable (Action, borrowing State) -> Event?
  ) {
    self.window = window
    self.executor = executor
    self.event = event
  }

  override func reduced(_ action: Action, _ state: borrowing State) {
    if let event = event(action, state) { eventsOfTurn.append(event) }
  }

  override func turnEnded(_ turn: UInt64, saved: UInt64) {
    if eventsOfTurn.isEmpty && unsaved.isEmpty { return }
    for event in eventsOfTurn { unsaved.append((turn, event)) }
    eventsOfTurn.removeAll(keepingCapacity: true)
    var hasNew = false
    while let next = unsaved.first, next.turn <= saved {
      window.append(next.event)
      _ = unsaved.popFirst()
      hasNew = true
    }
    if hasNew { window.wake(on: executor) }
  }

  override func end(_ failure: (any Error)?) {
    let hasAll = failure == nil && unsaved.isEmpty
    window.end(hasAll ? nil : FeedError(.notSaved, because: failure), on: executor)
  }
}
