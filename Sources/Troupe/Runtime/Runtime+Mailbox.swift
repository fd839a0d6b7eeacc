/// Messages to the runtime from outside its executor.
///
/// ``Runtime/post(_:)``, ``Runtime/append(_:)`` and `enqueue` can be called from any context. Methods that
/// process messages belong to the store's executor.
extension Runtime {
  /// Adds a message to the mailbox.
  func post(_ entry: Mail) {
    if append(entry) { scheduleDrain() }
  }

  /// Adds a message to the mailbox. Returns whether the caller has to drain the mailbox or schedule a drain.
  func append(_ entry: Mail) -> Bool { mailbox.append(entry) }

  /// Drains the mailbox for a caller that has added a message and is responsible for the drain.
  func drainAfterAppending(isolation: isolated any Actor) {
    mailbox.drainBegan()
    enter {}
  }

  /// Queues an action.
  ///
  /// - Parameters:
  ///   - leaf: The action.
  ///   - gate: Checks whether the scoped store that sent the action is still alive; nil for a root store.
  ///   - context: The action's context; nil to capture a context as the configuration requires.
  func enqueue(
    _ leaf: any AnyQueuedAction,
    gate: MailGate? = nil,
    in context: ActionContext? = nil
  ) throws(StoreError) {
    // `actionContext` is user code, so it isn't called while the lock is held.
    let context = context ?? actionContext?() ?? nil
    let cause = hasInstruments ? TracedCause.current : nil
    let action: Mail =
      if context != nil || cause != nil {
        .carried(leaf, gate: gate, context, cause)
      } else {
        .action(leaf, gate: gate)
      }
    switch mailbox.append(action, inbox: inbox) {
    case .appended(mustSchedule: true): scheduleDrain()
    case .appended, .replaced, .dropped: break
    case .rejected(let error): throw error
    }
  }

  /// Schedules a drain of the mailbox, in a task that retains the store until the drain has ended.
  ///
  /// The task doesn't inherit the first sender's task-local values, because the mailbox may contain messages
  /// from other senders.
  private func scheduleDrain() {
    let setting = IssueReporting.setting
    Task.detached(executorPreference: effectExecutor, priority: Task.currentPriority) { [core, isolation] in
      await core.runtime.runScheduledDrain(setting, isolation: isolation)
      withExtendedLifetime(core) {}
    }
  }

  private func runScheduledDrain(_ setting: IssueReporting.Setting, isolation: isolated any Actor) {
    mailbox.drainBegan()
    guard !mailbox.isEmpty, turn.phase == .idle else { return }
    var mail = mailbox.takeAll()
    IssueReporting.with(setting) { take(&mail) }
  }

  /// Runs an operation that enters the store's executor from outside. All such operations pass through this
  /// method, the store's door. The method processes earlier messages first, so that nothing overtakes these
  /// messages. No other code drains the mailbox.
  ///
  /// If code inside a turn accesses the store with `assumeIsolated`, the mailbox isn't drained, because a
  /// drain would start another turn.
  ///
  /// - Parameter body: The operation. The operation is synchronous, so that nothing runs between the drain
  ///   and the operation.
  @inline(__always)
  func enter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    drainMailbox()
    return try body()
  }

  /// Processes the available messages, each action in a separate turn, without the caller's task-local
  /// values.
  private func drainMailbox() {
    assertOnIsolation()
    // If code inside a turn accesses the store with `assumeIsolated`, no other turn may start inside that
    // turn.
    guard !mailbox.isEmpty, turn.phase == .idle else { return }
    var mail = mailbox.takeAll()
    // Ending an effect runs no user code, so no separate context is needed.
    if mail.hasOnlyEnds { take(&mail) } else { outsideOfTask { take(&mail) } }
  }

  private func take(_ mail: inout Mailbox.Content) {
    if mail.newOverflows > 0 { tell(.inboxOverflow(dropped: mail.newOverflows)) }
    inDependencies {
      while let entry = mail.entries.popFirst() { take(entry) }
    }
    // A store is idle only when its mailbox is empty, so the tasks that wait for an idle store are notified
    // here.
    if awaitsIdleness { tellIdleness() }
  }

  /// Reduces an action in a separate turn, without a handle.
  private func reduceAlone(
    _ leaf: any AnyQueuedAction,
    in context: ActionContext? = nil,
    _ origin: ActionInfo.Origin = .enqueued,
    _ cause: TracedCause? = nil
  ) {
    tracer?.arrive(Tracer.Arrival(origin: origin, cause: cause))
    let cascade = engine.openCascade(in: context)
    runTurn(for: cascade) { core.reduce(leaf, cascade) }
  }

  func reportSendAfterShutdown(_ action: any Sendable, at location: CallSite) {
    if let failure = saveQueue?.failure { return reportSend(action, after: failure, at: location) }
    reportIssue(
      """
      The action \(text(of: action)) was sent to \(label) after the store was shut down, and was not reduced.

      Stop sending actions before the store is shut down, or use `enqueue`, which throws an error.
      """,
      at: location
    )
  }

  /// Reports an action that was sent to a store that has closed itself. The sender couldn't know that the
  /// store was closed.
  private func reportSend(_ action: any Sendable, after failure: any Error, at location: CallSite) {
    let error: any Error = (failure as? any SavingFailure)?.of(.notReduced) ?? failure
    reportIssue(
      """
      The action \(text(of: action)) was not reduced: \(label) has closed itself, because its \
      turns couldn't be saved. The error: \(IssueText.error(error, showsPayloads: showsPayloads))

      To continue from the saved state, open a new store with the same key, and send to that store. `commit` throws this error \
      instead of reporting an issue.
      """,
      at: location
    )
  }

  private func take(_ entry: Mail) {
    switch entry {
    case .action(let leaf, let gate):
      if gate?.admits(leaf) != false { reduceAlone(leaf) }
    case .carried(let leaf, let gate, let context, let cause):
      let reduce = { [self] in
        if gate?.admits(leaf) != false { reduceAlone(leaf, in: context, .enqueued, cause) }
      }
      if let context { context.run(reduce) } else { reduce() }
    case .forced(let leaf, let location):
      if turn.lifecycle == .open {
        reduceAlone(leaf, .sent)
      } else {
        reportSendAfterShutdown(leaf.value, at: location)
      }
    case .cancel(let id):
      runTurn { engine.cancel(id) }
    case .ended(let effect):
      endCancelled(effect)
    case .raise(let id, let priority):
      raise(id, to: priority)
    case .start:
      core.startSubscriptions()
    case .sharedValuesChanged:
      sharedValuesChanged()
    case .addSink(let sink):
      if turn.lifecycle == .closed { return sink.end() }
      changeObservers { $0.add(sink) }
    case .removeSink(let sink):
      changeObservers { $0.remove(sink) }
    case .removeFeed(let number):
      _ = changeObservers { $0.remove(feed: number) }
    }
  }
}
