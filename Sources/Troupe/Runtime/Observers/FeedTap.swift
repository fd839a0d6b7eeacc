/// What a store does for one feed: it makes the events, and keeps them until they may leave the store. It
/// belongs to the executor of the store, like the rest of the ``Runtime``.
class FeedTap {
  private let window: FeedWindow
  private let executor: (any TaskExecutor)?
  /// The events of the turn that is under way.
  fileprivate final var eventsOfTurn: [FeedBox] = []
  /// The events of turns that aren't saved yet.
  private final var unsaved = Queue<(turn: UInt64, event: FeedBox)>()

  fileprivate init(_ window: FeedWindow, on executor: (any TaskExecutor)?) {
    self.window = window
    self.executor = executor
  }

  /// Ends a turn, or tells that turns are saved. See ``SaveQueue``.
  ///
  /// - Parameters:
  ///   - turn: The number of the newest turn that has to be saved; zero for a store that isn't saved.
  ///   - saved: The number of the newest turn that is saved.
  final func turnEnded(_ turn: UInt64, saved: UInt64) {
    if eventsOfTurn.isEmpty && unsaved.isEmpty { return }
    var hasNew = false
    while let next = unsaved.first, next.turn <= saved {
      window.append(next.event)
      _ = unsaved.popFirst()
      hasNew = true
    }
    if turn <= saved {
      for event in eventsOfTurn { window.append(event) }
      hasNew = hasNew || !eventsOfTurn.isEmpty
    } else {
      for event in eventsOfTurn { unsaved.append((turn, event)) }
    }
    eventsOfTurn.removeAll(keepingCapacity: eventsOfTurn.count <= 64)
    if hasNew { window.wake(on: executor) }
  }

  /// Ends the feed.
  ///
  /// - Parameter failure: Why the store has given up saving; nil if it hasn't.
  final func end(_ failure: (any Error)?) {
    let hasAll = failure == nil && unsaved.isEmpty
    window.end(hasAll ? nil : FeedError(.notSaved, because: failure), on: executor)
  }
}

/// What a store of certain types does for one feed.
final class ActionTap<State, Action>: FeedTap {
  private let event: @Sendable (Action, borrowing State) -> FeedBox?

  init(
    _ window: FeedWindow,
    on executor: (any TaskExecutor)?,
    _ event: @escaping @Sendable (Action, borrowing State) -> FeedBox?
  ) {
    self.event = event
    super.init(window, on: executor)
  }

  /// Makes the event of an action that was reduced.
  func reduced(_ action: Action, _ state: borrowing State) {
    if let event = event(action, state) { eventsOfTurn.append(event) }
  }

  /// Casts a feed of a store, which has no feeds of another.
  static func cast(_ tap: FeedTap) -> ActionTap { unsafeDowncast(tap, to: ActionTap.self) }
}
