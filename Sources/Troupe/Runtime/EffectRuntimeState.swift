/// The running effects of a ``Runtime``, with all data that the runtime stores for these effects.
///
/// The runtime creates this value on first use. Stores that only reduce actions never need this value.
struct EffectRuntimeState: ~Copyable {
  /// The feature tree, which contains the engine.
  var tree: FeatureTree
  /// During a turn, the cascade for which the current task is running; nil for none.
  fileprivate var cascadeOfTask: CascadeID?
  var tasks = TaskTable()
  var handles = HandleTable()
  /// The moment shared by the declared effects that the current action starts; nil until the action starts a
  /// declared effect.
  fileprivate var momentOfSubscriptions: MonotonicInstant?
  /// The number of actions that were dropped because the sending effects were cancelled or had ended.
  fileprivate var droppedActions = 0
  /// The work that was cancelled at the beginning of the shutdown, as its ``OnShutdown`` requires.
  fileprivate var cancelledAtOnce: [EffectSnapshot] = []

  init(showsPayloads: Bool) {
    tree = FeatureTree(showsPayloads: showsPayloads)
  }
}

extension Runtime {
  /// Whether no effect is running or waiting.
  var isIdle: Bool { effectState?.pointee.tree.engine.isIdle ?? true }
  /// Whether no effects are running or waiting except effects that run as long as the state has a value.
  var hasOnlyDeclared: Bool { effectState?.pointee.tree.engine.hasOnlyDeclared ?? true }

  /// The state of this runtime's effects, which is created on first use.
  @inline(__always)
  private var runningEffectState: UnsafeMutablePointer<EffectRuntimeState> {
    effectState ?? makeEffectState()
  }

  var tree: FeatureTree {
    _read { yield runningEffectState.pointee.tree }
    _modify { yield &runningEffectState.pointee.tree }
  }

  var engine: Engine {
    _read { yield runningEffectState.pointee.tree.engine }
    _modify { yield &runningEffectState.pointee.tree.engine }
  }

  var tasks: TaskTable {
    _read { yield runningEffectState.pointee.tasks }
    _modify { yield &runningEffectState.pointee.tasks }
  }

  var handles: HandleTable {
    _read { yield runningEffectState.pointee.handles }
    _modify { yield &runningEffectState.pointee.handles }
  }

  var momentOfSubscriptions: MonotonicInstant? {
    _read { yield runningEffectState.pointee.momentOfSubscriptions }
    _modify { yield &runningEffectState.pointee.momentOfSubscriptions }
  }

  /// Discards the changed identities of children's states at the end of an action.
  func forgetIdentityChanges() { effectState?.pointee.tree.forgetIdentityChanges() }

  /// During a turn, the cascade for which the current task is running; nil for none.
  var cascadeOfTask: CascadeID? {
    get { effectState?.pointee.cascadeOfTask }
    set {
      if newValue != nil || effectState != nil { runningEffectState.pointee.cascadeOfTask = newValue }
    }
  }

  /// The work that was cancelled at the beginning of the shutdown, as its ``OnShutdown`` requires.
  var cancelledAtOnce: [EffectSnapshot] { effectState?.pointee.cancelledAtOnce ?? [] }

  /// Cancels the effects that end at the beginning of a shutdown.
  func cancelAtOnce() {
    let cancelled = engine.beginShutdown()
    runningEffectState.pointee.cancelledAtOnce = cancelled
  }

  /// Counts an action that was dropped because the sending effect was cancelled or had ended.
  func countDroppedAction() { effectState?.pointee.droppedActions += 1 }

  /// The number of dropped actions that effects had sent.
  var droppedActions: Int {
    effectState.map { $0.pointee.tree.engine.droppedActions + $0.pointee.droppedActions } ?? 0
  }
}
