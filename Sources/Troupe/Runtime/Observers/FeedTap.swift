/// The events of one feed in a store. The tap creates the events and keeps each event until the event's turn
/// is saved. The tap belongs to the store's executor, like the rest of the ``Runtime``.
class FeedTap {
  private let window: FeedWindow
  private let executor: (any TaskExecutor)?
  /// The events of the current turn.
  fileprivate final var eventsOfTurn: [AnyPublishedValue] = []
  /// The events of turns that haven't been saved.
  private final var unsaved = Queue<(turn: UInt64, event: AnyPublishedValue)>()

  fileprivate init(_ window: FeedWindow, on executor: (any TaskExecutor)?) {
    self.window = window
    self.executor = executor
  }

  /// Ends a turn, or records that turns were saved. See ``SaveQueue``.
  ///
  /// - Parameters:
  ///   - turn: The number of the newest turn that has to be saved; zero if the store isn't saved.
  ///   - saved: The number of the newest turn that was saved.
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
  /// - Parameter failure: The reason why the store has given up saving; nil if the store hasn't given up.
  final func end(_ failure: (any Error)?) {
    let hasAll = failure == nil && unsaved.isEmpty
    window.end(hasAll ? nil : FeedError(.notSaved, because: failure), on: executor)
  }
}

/// The events of one feed in a store with given types of state and actions.
final class ActionTap<State, Action>: FeedTap {
  private let event: @Sendable (Action, borrowing State) -> AnyPublishedValue?

  init(
    _ window: FeedWindow,
    on executor: (any TaskExecutor)?,
    _ event: @escaping @Sendable (Action, borrowing State) -> AnyPublishedValue?
  ) {
    self.event = event
    super.init(window, on: executor)
  }

  /// Creates the event for a reduced action.
  func reduced(_ action: Action, _ state: borrowing State) {
    if let event = event(action, state) { eventsOfTurn.append(event) }
  }

  /// Casts a feed of a store. All feeds of a store have the store's types.
  static func cast(_ tap: FeedTap) -> ActionTap { unsafeDowncast(tap, to: ActionTap.self) }
}
