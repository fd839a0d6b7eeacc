/// Actions from outside.
extension StoreCore: StateAccess {
  var isAlive: Bool { true }
  // The root's state never goes away.
  func whenGone(_ body: @escaping () -> Void) {}
  var requestsToTheState: ScopedRequests? { nil }

  func answer(_ task: StoreTask, to action: Action, at location: SourceLocation) -> StoreTask {
    if task.cascade === Cascade.ofPostponed { return sendDuringTurn(action, at: location) }
    runtime.reportSendAfterShutdown(action, at: location)
    return task
  }

  var closed: StoreError? { runtime.turn.lifecycle == .open ? nil : runtime.reasonOfEnd }

  func submit(_ action: Action, remembering standIn: (() -> Action)?) -> StoreTask {
    runtime.inDependencies {
      runtime.turn.phase == .idle
        ? submitInDependencies(action, standIn) : sendDuringTurn(action, at: runtime.location)
    }
  }

  func submitInDependencies(_ action: Action, _ standIn: (() -> Action)? = nil) -> StoreTask {
    if let tracer = runtime.tracer { runtime.recordSend(in: tracer) }
    return runtime.handle(ofSent: runtime.runTurn { reduce(action, nil, isSent: true, standIn) })
  }

  /// Sends an action from code inside a turn that accesses the store by force, with `assumeIsolated`.
  private func sendDuringTurn(_ action: Action, at location: SourceLocation) -> StoreTask {
    guard runtime.turn.phase == .reducing else {
      runtime.post(.forced(Delivery(action), location))
      return StoreTask(cascade: nil)
    }
    reportIssue(
      """
      A reducer of \(runtime.label) sent an action to its own store while it was reducing another: \
      \(runtime.text(of: action)). The action is reduced later in this turn.

      Return `.send(…)` from the reducer instead. If an instrument around the reducer sent it, let the instrument enqueue it.
      """,
      at: location
    )
    putOff(action)
    return StoreTask(cascade: nil)
  }

  func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: SourceLocation
  ) throws(StoreError) {
    try runtime.enqueue(Delivery(action), gate: gate, in: context)
  }

  // MARK: What follows from an action

  func origin(_ cascade: CascadeID, _ cause: Action, _ standIn: (() -> Action)?) -> Engine.Origin {
    Engine.Origin(
      scope: .root,
      cascade: cascade,
      cause: runtime.tracer?.current ?? remembered(cause, standIn),
      since: .now
    )
  }

  /// Returns what the store remembers of an action.
  func remembered(_ action: any Sendable, _ standIn: (() -> Action)?) -> any Sendable {
    guard let standIn else { return runtime.remembered(action) }
    return runtime.remembered(standIn(), besides: 1)
  }
}
