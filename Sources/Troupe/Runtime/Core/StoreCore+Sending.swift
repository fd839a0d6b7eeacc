/// Methods for actions from outside the store.
extension StoreCore {
  /// Sends an action in a turn that isn't of the simplest kind. This method isn't inlined, because most turns
  /// are of the simplest kind.
  @inline(never)
  func sendWithDuties(_ action: Action) -> StoreTask {
    guard runtime.turn.phase == .idle else { return .postponed }
    return runtime.enter { closed.map { .refused(because: $0) } ?? submitInDependencies(action) }
  }

  func submitInDependencies(_ action: Action, from source: ActionSource = .sender) -> StoreTask {
    if let tracer = runtime.tracer { runtime.recordSend(in: tracer) }
    return runtime.handle(ofSent: runtime.runTurn { reduce(action, nil, from: source) })
  }

  /// Sends an action from code inside a turn that accesses the store with `assumeIsolated`.
  func sendDuringTurn(_ action: Action, at location: CallSite) -> StoreTask {
    guard runtime.turn.phase == .reducing else {
      runtime.post(.forced(QueuedAction(action), location))
      return StoreTask(cascade: nil)
    }
    reportIssue(
      """
      A reducer of \(runtime.label) sent the action \(runtime.text(of: action)) to its own store while \
      it was reducing another action. The sent action is reduced later in this turn.

      Return `.send(…)` from the reducer instead. If an instrument around the reducer sent the action, let the instrument enqueue it.
      """,
      at: location
    )
    putOff(action)
    return StoreTask(cascade: nil)
  }

  // MARK: Consequences of an action

  func origin(_ cascade: CascadeID, _ cause: Action, from source: ActionSource) -> Engine.Origin {
    Engine.Origin(
      scope: .root,
      cause: runtime.tracer?.current ?? causeSummary(cause, from: source),
      since: .now,
      cascade: cascade
    )
  }

  /// Returns the value that the store keeps for an action.
  func causeSummary(_ action: any Sendable, from source: ActionSource) -> any Sendable {
    source == .request ? ActionSummary(action) : runtime.causeSummary(action)
  }
}
