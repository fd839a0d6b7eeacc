/// The turns: reducing actions, and their consequences. All members belong to the store's executor.
extension Runtime {
  /// The duties of a turn, as the runtime's parts determine them.
  var necessaryDuties: Turn.Duties {
    var duties: Turn.Duties = []
    if let observers {
      if observers.hasWaiters { duties.insert(.waiters) }
      if observers.hasFeeds { duties.insert(.feeds) }
    }
    if tracer != nil { duties.insert(.events) }
    if hasScopedStores { duties.insert(.scopedStores) }
    if effectState?.pointee.tree.isEmpty == false { duties.insert(.scopes) }
    if saveQueue != nil { duties.insert(.saving) }
    if case .open = subscriptions { duties.insert(.subscriptions) }
    if isRecorded { duties.insert(.recording) }
    // These duties don't depend on the runtime's parts.
    duties.formUnion(turn.duties.intersection([.sharing, .resolving]))
    return duties
  }

  /// Returns the handle for an action that the current task has sent. If the action's cascade hasn't ended,
  /// the cascade stores the current task's context.
  ///
  /// - Parameter id: The cascade; nil if the action has caused no effect.
  func handle(ofSent id: CascadeID?) -> StoreTask {
    guard let id, engine.isLive(id) else { return StoreTask(cascade: cascadeOfNothing) }
    if let actionContext {
      // `actionContext` is user code, which may use `assumeIsolated` to send an action that ends the cascade.
      let context = actionContext()
      guard engine.isLive(id) else { return StoreTask(cascade: cascadeOfNothing) }
      engine.setContext(context, of: id)
    }
    let cascade = Cascade(id: id, runtime: weakReference)
    handles.add(cascade, of: id)
    return StoreTask(cascade: cascade)
  }

  /// Returns whether a cascade was cancelled through its handle. The engine may not have processed the
  /// cancellation yet.
  func isCancelled(_ id: CascadeID) -> Bool {
    handles[id]?.isCancelled == true
  }

  /// Runs a turn: the reduction of an action or a change to the running effects, with all its consequences.
  ///
  /// - Parameters:
  ///   - cascade: The cascade for which the current task is running; nil for none.
  ///   - body: Reduces the action, or notifies the engine of the change.
  @inline(__always)
  func runTurn<Result>(for cascade: CascadeID? = nil, _ body: () -> Result) -> Result {
    enterSharing()
    settleTurn()
    cascadeOfTask = cascade
    defer { endTurn() }
    return body()
  }

  /// Opens a cascade for an action that the current task has sent from outside, unless the action has a
  /// cascade. Most actions have no effect and need no cascade.
  func openCascade(_ cascade: inout CascadeID?) -> CascadeID {
    if let cascade { return cascade }
    let new = engine.openCascade()
    cascadeOfTask = new
    cascade = new
    return new
  }

  /// Ends a turn: performs the engine's commands, starts pending effects, and notifies the waiters if an
  /// action was reduced.
  private func endTurn() {
    if effectState?.pointee.tree.engine.isDone() == false {
      settleTurn()
      while let command = engine.next(holdingStartsUntil: turnOfStarts) { perform(command) }
      if awaitsIdleness { tellIdleness() }
    }
    if turn.duties.contains(.saving) { recordTurn() }
    if takeActions() {
      tracer?.turnEnded(turn.version)
      if turn.duties.contains(.feeds), saveQueue == nil { tellFeeds() }
      if turn.duties.contains(.waiters) { publish() }
    }
    leaveTurn()
    cascadeOfTask = nil
    if SharingFrame.areInUse { endSharing() }
  }

  private func perform(_ command: Engine.Command) {
    switch command {
    case .deliver(let id, let leaf):
      if turn.actionCount >= actionLimit, engine.isLive(id) { return stopLoop(at: leaf) }
      if let cascade = engine.accepts(id), isCancelled(cascade) { return engine.cancel(cascade) }
      guard let cascade = engine.claim(id) else { return }
      if let tracer { recordArrival(of: id, in: tracer) }
      core.reduce(leaf, cascade)
    case .start(let work):
      inContext(of: work.cascade) { start(work) }
    case .cancel(let id):
      tasks[id]?.cancel()
    case .save:
      saveQueue?.requireSave()
    case .scopeIdle(let id):
      changeTree { $0.endIfIdle(id) }
    case .cascadeEnded(let id):
      handles.remove(id)?.end()
    case .tell(let event):
      tell(event)
    case .dropped(let action, let traced):
      tellDropped(ReplyRegistry.withoutReplies(action), traced)
    }
  }

  /// Ends a turn that has exceeded the limit of reduced actions.
  private func stopLoop(at leaf: any AnyQueuedAction) {
    let dropped = engine.dropDeliveries()
    reportIssue(
      """
      \(actionLimit) actions were reduced in one turn of \(label). The turn was ended, and the actions that \
      were still queued in it were dropped (\(dropped)). The first dropped action was \(text(of: leaf.value)).

      This is most likely a loop: a reducer answers an action with a `.send` that leads back to the same \
      action, or the effect of a `.task(id:)` is a `.send` whose action changes the task's id. If the loop is intended, \
      send the action from a `.run` effect, or raise `StoreConfiguration.actionLimit`.
      """,
      at: location
    )
  }

  // MARK: Checks

  func assertOnIsolation() {
    #if DEBUG
      isolation.assertIsolated("A store's runtime was used outside the store's executor.")
    #endif
  }

  /// Traps if code inside a turn accesses the store with `assumeIsolated` while the turn is changing the
  /// store.
  func assertBetweenChanges() {
    assertOnIsolation()
    precondition(
      turn.phase == .idle || turn.phase == .publishing,
      """
      Code inside a turn of \(label) accessed the store with `assumeIsolated` while the turn was changing it. Access the \
      store after the turn. In a reducer, use the state that is passed to it.
      """
    )
  }
}
