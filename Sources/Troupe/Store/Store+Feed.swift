extension Store {
  /// Makes a feed: events of the actions that the store reduces from now on, of which each consumer gets
  /// every one in order, or is told that it missed some.
  ///
  /// ```swift
  /// let feed = await room.feed(buffering: 1_024, overflow: .fail) { action, state -> String? in
  ///   switch action {
  ///   case .saved(let text): "\(state.messages.count): \(text)"
  ///   case .posted: nil
  ///   }
  /// }
  /// ```
  ///
  /// The store calls the closure once for each action, also for those that effects and `.send` send, with the
  /// state right after that action. It makes each event once, and all consumers share it: where they are the
  /// clients of a server, make it the bytes that they get. An action is needed for an event; there is none
  /// for a child that dismisses itself.
  ///
  /// The feed keeps the newest events for all consumers together, and nothing for each. Consumers come and go
  /// from any thread, and cost what they read. Those that wait are woken together, by a task if they are
  /// many; the store doesn't wait for them. A consumer that comes back says where it was; see
  /// ``StoreFeed/events(after:)``.
  ///
  /// Consumers get the events of a turn when the turn is over. If the store is saved, they get them when the
  /// turn is saved, and never if it isn't; then their iteration ends with ``FeedError/Code/notSaved``. After
  /// a shutdown, consumers get what they haven't read yet, and then nil.
  ///
  /// The feed doesn't keep the store alive. Only a root store has feeds, as it knows all actions: making one
  /// of a scoped store is an issue, and its consumers get ``FeedError/Code/scopedStore``.
  ///
  /// - Parameters:
  ///   - capacity: The number of events that the feed keeps; at least one. A consumer that is further behind
  ///     has missed events.
  ///   - overflow: What happens to such a consumer.
  ///   - event: Makes the event of an action; nil for none. It runs in the turn, on the store's executor, and
  ///     under the store's dependencies. It must not store the state, or keep the store alive.
  ///   - fileID: The file named in the issue that the store is scoped.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  @inlinable  // So that events are wrapped where their type is known.
  public func feed<Event: Sendable>(
    buffering capacity: Int = 1_024,
    overflow: FeedOverflow = .fail,
    _ event: @escaping @Sendable (_ action: Action, _ state: borrowing State) -> Event?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreFeed<Event> {
    feed(
      buffering: capacity,
      overflow: overflow,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      ofWrapped: { event($0, $1).map { EventBox($0) } }
    )
  }

  @usableFromInline
  func feed<Event: Sendable>(
    buffering capacity: Int,
    overflow: FeedOverflow,
    at location: SourceLocation,
    ofWrapped event: @escaping @Sendable (_ action: Action, _ state: borrowing State) -> EventBox<Event>?
  ) -> StoreFeed<Event> {
    let runtime = core.runtime
    let window = FeedWindow(capacity: capacity)
    var number: UInt64?
    if case .view = source {
      window.end(FeedError(.scopedStore), on: nil)
      runtime.reportFeedOfScopedStore(at: location)
    } else {
      let tap = ActionTap<State, Action>(window, on: runtime.effectExecutor, event)
      number = runtime.enter { runtime.add(tap) }
    }
    return StoreFeed(FeedSource(window, overflow, number: number, in: runtime))
  }
}

extension Runtime {
  /// Adds a feed, or ends it at once if the store has ended. Returns its number.
  fileprivate func add(_ tap: FeedTap) -> UInt64? {
    if turn.lifecycle != .closed { return changeObservers { $0.add(tap) } }
    tap.end(saveQueue?.failure)
    return nil
  }

  fileprivate func reportFeedOfScopedStore(at location: SourceLocation) {
    reportIssue(
      """
      A feed was made of a store that was scoped from \(label). Its consumers get an error, as only a root store knows all \
      of its actions.

      Make the feed of the root store, and return nil for the actions that don't concern the part.
      """,
      at: location
    )
  }
}
