import Synchronization

/// A task's view of the effect that it runs.
final class RunningEffect: Sendable {
  enum Status: UInt8, AtomicRepresentable { case running, cancelled, ended }

  // In this order, the small properties take no space of their own: they are stored in the padding behind the
  // id.

  let id: EffectID
  /// Whether no other program continues after the effect's end.
  private let isAlone: Bool
  private let status = Atomic(Status.running)
  // The effect stores only this description of the work and not the work itself, so a retained ``Send``
  // doesn't retain the work's captures.
  private let name: String?
  /// The location at which the effect was created.
  let location: CallSite
  /// The route of the effect's actions to the store; nil if the effect sends the store's own actions.
  let route: (any AnyActionRoute)?
  /// The store's executor.
  let isolation: any Actor
  let host: any EffectHost
  let mark = TaskIdentity()

  /// The effect to which the current task belongs, or which started the current task.
  static var current: RunningEffect? {
    guard let carrier = TaskDependencies.current.carrier else { return nil }
    return carrier as? RunningEffect ?? (carrier as? SubtaskContext)?.effect
  }

  /// The effect that can't end before the current task ends. The current task is the effect's task, the task
  /// of one of its subtasks, or a child task of one of these tasks.
  static var ofCurrentTask: RunningEffect? {
    guard let carrier = TaskDependencies.current.carrier else { return nil }
    if let effect = carrier as? RunningEffect { return effect.mark.isOfCurrentTask ? effect : nil }
    guard let subtask = carrier as? SubtaskContext else { return nil }
    return subtask.mark.isOfCurrentTask ? subtask.effect : nil
  }

  init(
    id: EffectID,
    name: String?,
    location: CallSite,
    route: (any AnyActionRoute)?,
    isAlone: Bool = false,
    host: any EffectHost,
    isolation: any Actor
  ) {
    self.id = id
    self.name = name
    self.location = location
    self.route = route
    self.isAlone = isAlone
    self.host = host
    self.isolation = isolation
  }

  /// Creates work inside an effect.
  convenience init(id: EffectID, subtaskOf effect: RunningEffect) {
    self.init(
      id: id,
      name: effect.name,
      location: effect.location,
      route: effect.route,
      host: effect.host,
      isolation: effect.isolation
    )
  }

  /// The effect's name, if it has one, and the location at which it was created.
  var label: String { Self.label(name, at: location) }

  static func label(_ name: String?, at location: CallSite) -> String {
    name.map { "\"\(IssueText.name($0))\" (\(location))" } ?? "at \(location)"
  }

  var isRunning: Bool { status.load(ordering: .acquiring) == .running }
  var hasEnded: Bool { status.load(ordering: .acquiring) == .ended }

  /// Records how the effect ended. Only the first call has an effect, so that cancelled work stays cancelled.
  func mark(_ new: Status) {
    _ = status.compareExchange(expected: .running, desired: new, ordering: .acquiringAndReleasing)
  }

  /// Whether the effect's end can wait in the store's mailbox, because the effect was cancelled and no other
  /// program continues after the effect.
  var canEndByMail: Bool { isAlone && status.load(ordering: .acquiring) == .cancelled }

  /// Ends the effect through the mailbox. Effects that were cancelled together are ended by the same drain of
  /// the mailbox, so these effects don't each have to wait for the store's executor. The first of these
  /// effects drains the mailbox.
  nonisolated(nonsending) func endByMail() async {
    await host.endByMail(self)
  }

  // The following methods are called on the store's executor.

  /// Reduces an action; see ``Send``. Returns the turn that the sender has to wait for; nil for none.
  func deliver(_ leaf: any AnyQueuedAction, on isolation: isolated any Actor) -> UInt64? {
    host.deliver(leaf, from: self)
  }

  /// Reduces an action that has the store's action type, so that the action needs no wrapper object.
  func send<Action: Sendable>(_ action: Action, on isolation: isolated any Actor) -> UInt64? {
    // Without a route, the effect's actions are the store's actions.
    host.deliver(action: action, from: self)
  }

  /// Waits until a turn is saved or can no longer be saved. The wait ignores the task's cancellation.
  func waitForOutcome(of turn: UInt64, on isolation: isolated any Actor) async {
    await host.waitForOutcome(of: turn, on: isolation)
  }

  /// Ends the effect, because its work has ended.
  func end(error: (any Error)?, on isolation: isolated any Actor) {
    host.end(self, error: error)
  }

  /// Cancels the effects with an id, in this effect's scope and in the scopes below it.
  func cancel(_ id: CancelID, on isolation: isolated any Actor) {
    host.cancel(id, from: self)
  }

  /// Dismisses this effect's feature; see ``DismissEffect``. Returns the turn that the caller has to wait
  /// for; nil for none.
  func dismiss(at location: CallSite, on isolation: isolated any Actor) -> UInt64? {
    host.dismiss(from: self, at: location)
  }

  /// Starts work inside this effect under a separate id; returns nil if the effect has ended. The caller
  /// passes the context of the effect's task, because the turn that starts the work has the store's
  /// dependencies.
  func startSubtask<Success: Sendable>(
    id: CancelID,
    cancelInFlight: Bool,
    carrying carried: TaskDependencies,
    on isolation: isolated any Actor,
    operation: @escaping @Sendable () async throws -> Success
  ) -> RunningSubtask<Success>? {
    host.startSubtask(
      of: self,
      id: id,
      cancelInFlight: cancelInFlight,
      carrying: carried,
      operation: operation
    )
  }
}

/// Work inside an effect that runs under a separate id.
struct RunningSubtask<Success: Sendable>: Sendable {
  let effect: RunningEffect
  let task: Task<Success, any Error>
}
