/// Something that watches what stores do, and may put code around it: a trace, a log, counters, a recording.
///
/// Set instruments in ``StoreConfiguration/instruments``, or for one reducer with ``Reducer/instrument(_:)``.
/// All requirements have default implementations that do nothing else.
///
/// ```swift
/// struct SlowActions: Instrument {
///   func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
///     body(&state)
///     let duration = action.instant.duration(to: .now)
///     if duration > .milliseconds(10) { print("\(action.label) took \(duration)") }
///   }
/// }
/// ```
///
/// One instrument may watch many stores. Except for ``run(_:operation:)``, its methods are called during the
/// turn, on the store's executor: they must not wait, nor use the store.
public protocol Instrument: Sendable {
  /// Returns what of the current task the instrument wants for the effects of an action that is enqueued
  /// here.
  ///
  /// A store calls it in ``Store/enqueue(_:fileID:filePath:line:column:)``, and after a `send` from outside
  /// whose action has effects that outlast its turn, in the caller's task. The enqueued action is reduced in
  /// the context, as are effects that begin when other work ends. The contexts of all instruments are in
  /// force, in their order, inside of that of ``StoreConfiguration/actionContext``.
  /// ``Store/enqueue(_:context:fileID:filePath:line:column:)`` has only the context that it is given. The
  /// default returns nil, for nothing.
  func captureContext() -> ActionContext?

  /// Reduces an action.
  ///
  /// Call `body` once, before this method returns: it runs the reducer. Leaving it out is an issue, and the
  /// reducer runs afterwards; further calls do nothing. A change of the state by the instrument counts as one
  /// of the reducer. Effects that the action starts begin when this method has returned, without the
  /// task-local values that are set here; see ``ActionInfo/context``.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state that the reducer changes.
  ///   - body: Runs the reducer, and the instruments that come after this one.
  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void)

  /// Removes the state of a child that dismissed itself.
  ///
  /// Call `body` once, before this method returns.
  ///
  /// - Parameters:
  ///   - dismissal: The dismissal.
  ///   - state: The state of the store.
  ///   - body: Removes the child's state, and runs the instruments that come after this one.
  func dismiss<State>(_ dismissal: inout DismissalInfo, state: inout State, body: (inout State) -> Void)

  /// Runs the work of an effect, in its task.
  ///
  /// Await `operation` once: it does the work. Leaving it out is an issue, and the work is done afterwards;
  /// further calls do nothing. Throw its error on: what isn't thrown doesn't reach the failure policy.
  /// Task-local values that are set around it are there for all that the work does. It isn't called for work
  /// that was cancelled before it began.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - operation: Does the work, and runs the instruments that come after this one.
  /// - Throws: The error that `operation` throws, for which a `catch:` of the effect wasn't there, or a
  ///   `CancellationError`.
  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows

  /// A turn has ended that reduced actions.
  func turnEnded(_ turn: TurnInfo)

  /// A scope began.
  func scopeBegan(_ scope: ScopePath, in store: StoreInfo)

  /// A scope ended.
  func scopeEnded(_ scope: ScopePath, in store: StoreInfo)

  /// Work was cancelled. If it had started, it goes on until it notices.
  ///
  /// Work that waits for other work to end, as under a limit, has no number yet. Its cancellation isn't told.
  func effectCancelled(_ effect: EffectInfo)

  /// An action of an effect wasn't reduced, because the effect was cancelled, had ended, or belonged to a
  /// scope that had ended.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cause: The action that started the effect; nil if the state declares the effect, and no action led
  ///     to that.
  ///   - store: The store.
  func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo)

  /// The inbox was full.
  ///
  /// - Parameters:
  ///   - droppedCount: The number of actions that were dropped since the previous call.
  ///   - store: The store.
  func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo)

  /// The storage has acknowledged a save, of a store whose state is saved.
  func saved(_ save: SaveInfo)
}

extension Instrument {
  /// Returns nil.
  public func captureContext() -> ActionContext? { nil }

  /// Runs the reducer.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    body(&state)
  }

  /// Removes the child's state.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    body(&state)
  }

  /// Does the work.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    try await operation()
  }

  /// Does nothing.
  public func turnEnded(_ turn: TurnInfo) {}
  /// Does nothing.
  public func scopeBegan(_ scope: ScopePath, in store: StoreInfo) {}
  /// Does nothing.
  public func scopeEnded(_ scope: ScopePath, in store: StoreInfo) {}
  /// Does nothing.
  public func effectCancelled(_ effect: EffectInfo) {}
  /// Does nothing.
  public func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {}
  /// Does nothing.
  public func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {}
  /// Does nothing.
  public func saved(_ save: SaveInfo) {}
}

extension InstrumentContexts {
  /// What identifies an instrument in several stores: the object, or the type of a value.
  static func key(of instrument: any Instrument) -> ObjectIdentifier {
    let type = type(of: instrument)
    return type is AnyObject.Type ? ObjectIdentifier(instrument as AnyObject) : ObjectIdentifier(type)
  }
}
