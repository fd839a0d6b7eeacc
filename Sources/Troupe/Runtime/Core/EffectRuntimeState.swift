/// What a ``Runtime`` keeps of what runs in it.
///
/// It is made when something runs for the first time. Many stores only reduce actions, and have none.
struct EffectRuntimeState: ~Copyable {
  /// The tree of features, with the engine.
  var tree: FeatureTree
  /// The cascade that the current task works for, during a turn; nil if it works for none.
  fileprivate var cascadeOfTask: CascadeID?
  var tasks = TaskTable()
  var handles = HandleTable()
  /// The moment of the effects that the current action declares, once there is one.
  fileprivate var momentOfSubscriptions: MonotonicInstant?
  /// How many actions were dropped because their effect was cancelled or had ended.
  fileprivate var droppedActions = 0
  /// The work that the beginning of the shutdown cancelled by its ``OnShutdown``.
  fileprivate var cancelledAtOnce: [EffectSnapshot] = []

  init(showsPayloads: Bool) {
    tree = FeatureTree(showsPayloads: showsPayloads)
  }
}

extension Runtime {
  /// Whether no effect runs or waits.
  var isIdle: Bool { effectState?.pointee.tree.engine.isIdle ?? true }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there.
  var hasOnlyDeclared: Bool { effectState?.pointee.tree.engine.hasOnlyDeclared ?? true }

  /// What runs, made if nothing has until now.
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

  /// The action is over, in which children may have given their own states other numbers.
  func forgetIdentityChanges() { effectState?.pointee.tree.forgetIdentityChanges() }

  /// The cascade that the current task works for, during a turn; nil if it works for none.
  var cascadeOfTask: CascadeID? {
    get { effectState?.pointee.cascadeOfTask }
    set {
      if newValue != nil || effectState != nil { runningEffectState.pointee.cascadeOfTask = newValue }
    }
  }

  /// The work that the beginning of the shutdown cancelled by its ``OnShutdown``.
  var cancelledAtOnce: [EffectSnapshot] { effectState?.pointee.cancelledAtOnce ?? [] }

  /// Cancels the effects that end as soon as the store is shut down.
  func cancelAtOnce() {
    let cancelled = engine.beginShutdown()
    runningEffectState.pointee.cancelledAtOnce = cancelled
  }

  /// Counts an action that was dropped because its effect was cancelled or had ended.
  func countDroppedAction() { effectState?.pointee.droppedActions += 1 }

  /// The number of actions of effects that were dropped.
  var droppedActions: Int {
    effectState.map { $0.pointee.tree.engine.droppedActions + $0.pointee.droppedActions } ?? 0
  }
}
