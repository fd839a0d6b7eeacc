/// An observer of stores that can also run code around reductions and effects, such as a trace, a log or a
/// recording.
///
/// Set instruments in ``StoreConfiguration/instruments``, or for one reducer with ``Reducer/instrument(_:)``.
/// All requirements have default implementations. The default implementation of a method that receives a
/// closure only calls the closure.
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
/// One instrument can observe many stores. Except for ``captureContext()`` and ``run(_:operation:)``, a store
/// calls an instrument's methods during the turn, on the store's executor. These methods must not block or
/// use the store.
public protocol Instrument: Sendable {
  /// Captures the current task's context for an action that the task enqueues, and for effects that start
  /// later.
  ///
  /// A store calls this method in the task that calls ``Store/enqueue(_:fileID:filePath:line:column:)``, and
  /// after a `send` from outside if the action's effects outlast the turn. The enqueued action is reduced in
  /// the captured context, and effects that start when other effects end run in the captured context. The
  /// contexts of all instruments are nested in the order of the instruments, inside the context of
  /// ``StoreConfiguration/actionContext``. ``Store/enqueue(_:context:fileID:filePath:line:column:)`` uses
  /// only the context that is passed to it. The default implementation returns nil, for no context.
  func captureContext() -> ActionContext?

  /// Reduces an action.
  ///
  /// Call `body`, which runs the reducer, exactly once before this method returns. If the method doesn't call
  /// `body`, an issue is reported and the reducer runs afterwards. Further calls to `body` do nothing. If the
  /// instrument changes the state, the change counts as a change by the reducer. The action's effects start
  /// after this method has returned, without the task-local values that this method sets. To pass a value to
  /// the effects, use ``ActionInfo/instrumentContext``.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state that the reducer changes.
  ///   - body: Runs the reducer and the subsequent instruments.
  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void)

  /// Removes the state of a child that dismissed itself.
  ///
  /// Call `body` exactly once, before this method returns.
  ///
  /// - Parameters:
  ///   - dismissal: The dismissal.
  ///   - state: The state of the store.
  ///   - body: Removes the child's state and runs the subsequent instruments.
  func dismiss<State>(_ dismissal: inout DismissalInfo, state: inout State, body: (inout State) -> Void)

  /// Runs an effect's work in the work's task.
  ///
  /// Await `operation`, which does the work, exactly once. If the method doesn't call `operation`, an issue
  /// is reported and the work runs afterwards. Further calls to `operation` do nothing. Rethrow any error
  /// that `operation` throws, because the failure policy handles only rethrown errors. Task-local values that
  /// are set around `operation` are visible to the work. The method isn't called for work that was cancelled
  /// before the work started.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - operation: Does the work and runs the subsequent instruments.
  /// - Throws: The error that `operation` throws if the effect has no `catch:`, or a `CancellationError`.
  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows

  /// Handles the end of a turn that reduced actions.
  func turnEnded(_ turn: TurnInfo)

  /// Handles the start of a scope.
  func scopeBegan(_ scope: ScopePath, in store: StoreInfo)

  /// Handles the end of a scope.
  func scopeEnded(_ scope: ScopePath, in store: StoreInfo)

  /// Handles the cancellation of an effect's work. Work that has already started continues until it responds
  /// to the cancellation.
  ///
  /// Work that is waiting for other work to end, for example under a limit, has no number yet, so the
  /// cancellation of this work isn't reported.
  func effectCancelled(_ effect: EffectInfo)

  /// Handles an effect's action that was dropped because the effect was cancelled, has ended, or belongs to a
  /// scope that has ended.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cause: The action that started the effect; nil if the state declares the effect and no action caused
  ///     the declaration.
  ///   - store: The store.
  func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo)

  /// Handles the loss of actions that were dropped because the inbox was full.
  ///
  /// - Parameters:
  ///   - droppedCount: The number of actions that have been dropped since the previous call to this method.
  ///   - store: The store.
  func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo)

  /// Handles a save that the storage has acknowledged.
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

  /// Runs the work.
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
  /// Returns the key that identifies an instrument across stores: the identity of an object, or the type of a
  /// value.
  static func key(of instrument: any Instrument) -> ObjectIdentifier {
    let type = type(of: instrument)
    return type is AnyObject.Type ? ObjectIdentifier(instrument as AnyObject) : ObjectIdentifier(type)
  }
}
