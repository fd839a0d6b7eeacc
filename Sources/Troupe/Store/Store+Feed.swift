extension Store {
  /// Creates a feed of events from the store's actions. Each consumer gets every event in order, or an error
  /// if the consumer has missed events.
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
  /// After this call, the store calls the closure once for each action that it reduces, including actions
  /// from effects and from `.send`. The closure gets the action and the state directly after that action.
  /// Each event is created once and shared by all consumers. If the consumers are a server's clients, let the
  /// closure return the bytes to send. A change without an action, such as the removal of a child that
  /// dismisses itself, creates no event.
  ///
  /// The feed buffers the newest events once for all consumers, so an idle consumer costs nothing. Consumers
  /// can start and stop on any thread. Waiting consumers are resumed together. If many consumers are waiting,
  /// a separate task resumes them, so the store never waits for consumers. A consumer that reconnects passes
  /// its last position to ``StoreFeed/events(after:)``.
  ///
  /// Consumers get a turn's events at the end of the turn, or, if the store is saved, after the turn is
  /// saved. If the save fails, the iterations end with ``FeedError/Code/notSaved``. After a shutdown,
  /// consumers get the remaining events, and then the iterations end.
  ///
  /// The feed doesn't keep the store alive. Only a root store has feeds, because only the root store receives
  /// all actions. Creating a feed on a scoped store reports an issue, and the feed's consumers get
  /// ``FeedError/Code/scopedStore``.
  ///
  /// - Parameters:
  ///   - capacity: The number of events that the feed keeps; at least one. A consumer that falls behind by
  ///     more than this number misses events.
  ///   - overflow: The policy for a consumer that misses events.
  ///   - event: Creates an event from an action and the state, or returns nil for no event. The closure runs
  ///     in the action's turn, on the store's executor, with the store's dependencies. The closure must not
  ///     store the state or keep the store alive.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  @inlinable  // The caller knows the event's type, and wraps the event.
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
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      ofWrapped: { event($0, $1).map { PublishedValue($0) } }
    )
  }

  @usableFromInline
  func feed<Event: Sendable>(
    buffering capacity: Int,
    overflow: FeedOverflow,
    at location: CallSite,
    ofWrapped event:
      @escaping @Sendable (_ action: Action, _ state: borrowing State) -> PublishedValue<Event>?
  ) -> StoreFeed<Event> {
    let runtime = core.runtime
    let window = FeedWindow(capacity: capacity)
    var number: UInt64?
    if !(core is StoreCore<State, Action>) {
      window.end(FeedError(.scopedStore), on: nil)
      runtime.reportFeedOfScopedStore(at: location)
    } else {
      let tap = ActionTap<State, Action>(window, on: runtime.effectExecutor, event)
      number = runtime.enter { runtime.add(tap) }
    }
    let unregister = number.map { number in
      { @Sendable [reference = runtime.weakReference] in
        _ = reference.withRuntime { $0.post(.removeFeed(number)) }
      }
    }
    let epoch = runtime.dependencyValues.randomIdentity()
    return StoreFeed(FeedSource(window, overflow, epoch: epoch, unregister: unregister))
  }
}

extension Runtime {
  /// Adds a feed and returns its number. If the store is closed, ends the feed immediately and returns nil.
  fileprivate func add(_ tap: FeedTap) -> UInt64? {
    if turn.lifecycle != .closed { return changeObservers { $0.add(tap) } }
    tap.end(saveQueue?.failure)
    return nil
  }

  fileprivate func reportFeedOfScopedStore(at location: CallSite) {
    reportIssue(
      """
      A feed was created on a store scoped from \(label). Its consumers get an error, because only a root store sees all \
      actions.

      Create the feed on the root store, and return nil for actions that don't concern the scoped part.
      """,
      at: location
    )
  }
}
