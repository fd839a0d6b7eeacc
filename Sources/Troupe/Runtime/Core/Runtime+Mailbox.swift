/// Messages to the runtime from outside its executor. ``Runtime/post(_:)`` and `enqueue` may be called from
/// anywhere.
extension Runtime {
  /// Adds a message to the mailbox.
  func post(_ entry: Mail) {
    if append(entry) { scheduleDrain() }
  }

  /// Adds a message to the mailbox. Returns whether the caller has to have it drained.
  func append(_ entry: Mail) -> Bool { mailbox.append(entry) }

  /// Drains the mailbox for the caller that has added a message and has to have it drained.
  func drainAfterAppending(isolation: isolated any Actor) {
    mailbox.drainBegan()
    enter {}
  }

  /// Queues an action.
  ///
  /// - Parameters:
  ///   - leaf: The action.
  ///   - gate: Tells whether the scoped store that it was sent through is still alive; nil for a root store.
  ///   - context: The context of the action; nil for what the configuration captures.
  func enqueue(
    _ leaf: any AnyQueuedAction,
    gate: MailGate? = nil,
    in context: ActionContext? = nil
  ) throws(StoreError) {
    // `actionContext` is the user's code, so it isn't called under the lock.
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

  /// Schedules a drain of the mailbox. The task keeps the store alive until then.
  ///
  /// The task doesn't inherit the task-locals of the first sender, because there may be mail from others.
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

  /// The door of the store: all that comes from outside to its executor goes through it. It takes the
  /// messages that came before, so that nothing overtakes them. Nothing else drains the mailbox.
  ///
  /// Code inside a turn that accesses the store by force gets in without that: it doesn't start another turn.
  ///
  /// - Parameter body: What is to be done. It doesn't suspend, so that nothing comes in between.
  @inline(__always)
  func enter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    drainMailbox()
    return try body()
  }

  /// Takes the available messages, each action in a separate turn, without the caller's task-local values.
  private func drainMailbox() {
    assertOnHome()
    // Code inside a turn that accesses the store by force doesn't start another turn in it.
    guard !mailbox.isEmpty, turn.phase == .idle else { return }
    var mail = mailbox.takeAll()
    // Nothing of the user's runs in the end of an effect.
    if mail.hasOnlyEnds { take(&mail) } else { outsideOfTask { take(&mail) } }
  }

  private func take(_ mail: inout Mailbox.Content) {
    if mail.newOverflows > 0 { tell(.inboxOverflow(dropped: mail.newOverflows)) }
    inDependencies {
      while let entry = mail.entries.popFirst() { take(entry) }
    }
    // They waited for the mailbox to be empty.
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
      An action was sent to \(label) after it was shut down, and was not reduced: \(text(of: action)).

      Stop sending actions before the store is shut down, or use `enqueue`, which throws an error.
      """,
      at: location
    )
  }

  /// Reports an action for a store that has closed itself. Its sender couldn't know.
  private func reportSend(_ action: any Sendable, after failure: any Error, at location: CallSite) {
    let error: any Error = (failure as? any SavingFailure)?.of(.notReduced) ?? failure
    reportIssue(
      """
      An action was sent to \(label) after it closed itself, as its turns couldn't be saved, and was not reduced: \
      \(text(of: action)).

      To continue from the saved state, open a new store of the key, and send to that store. `commit` throws the error \
      instead of reporting it: \(IssueText.error(error, showsPayloads: showsPayloads))
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
