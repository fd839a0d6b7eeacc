/// What a ``Runtime`` keeps of what runs in it.
///
/// It is made when something runs for the first time. Many stores only reduce actions, and have none.
struct Activity: ~Copyable {
  /// The tree of features, with the engine.
  var tree: FeatureTree
  /// The cascade that the current task works for, during a turn; nil if it works for none.
  fileprivate var cascadeOfTask: CascadeID?
  var tasks = TaskTable()
  var handles = HandleTable()
  /// The moment of the effects that the current action declares, once there is one.
  fileprivate var momentOfDeclarations: Moment?
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
  var isIdle: Bool { activity?.pointee.tree.engine.isIdle ?? true }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there.
  var hasOnlyDeclared: Bool { activity?.pointee.tree.engine.hasOnlyDeclared ?? true }

  /// What runs, made if nothing has until now.
  @inline(__always)
  private var runningActivity: UnsafeMutablePointer<Activity> { activity ?? makeActivity() }

  var tree: FeatureTree {
    _read { yield runningActivity.pointee.tree }
    _modify { yield &runningActivity.pointee.tree }
  }

  var engine: Engine {
    _read { yield runningActivity.pointee.tree.engine }
    _modify { yield &runningActivity.pointee.tree.engine }
  }

  var tasks: TaskTable {
    _read { yield runningActivity.pointee.tasks }
    _modify { yield &runningActivity.pointee.tasks }
  }

  var handles: HandleTable {
    _read { yield runningActivity.pointee.handles }
    _modify { yield &runningActivity.pointee.handles }
  }

  var momentOfDeclarations: Moment? {
    _read { yield runningActivity.pointee.momentOfDeclarations }
    _modify { yield &runningActivity.pointee.momentOfDeclarations }
  }

  /// The action is over, in which children may have given their own states other numbers.
  func forgetSuccessors() { activity?.pointee.tree.forgetSuccessors() }

  /// The cascade that the current task works for, during a turn; nil if it works for none.
  var cascadeOfTask: CascadeID? {
    get { activity?.pointee.cascadeOfTask }
    set {
      if newValue != nil || activity != nil { runningActivity.pointee.cascadeOfTask = newValue }
    }
  }

  /// The work that the beginning of the shutdown cancelled by its ``OnShutdown``.
  var cancelledAtOnce: [EffectSnapshot] { activity?.pointee.cancelledAtOnce ?? [] }

  /// Cancels the effects that end as soon as the store is shut down.
  func cancelAtOnce() {
    let cancelled = engine.beginShutdown()
    runningActivity.pointee.cancelledAtOnce = cancelled
  }

  /// Counts an action that was dropped because its effect was cancelled or had ended.
  func countDroppedAction() { activity?.pointee.droppedActions += 1 }

  /// The number of actions of effects that were dropped.
  var droppedActions: Int {
    activity.map { $0.pointee.tree.engine.droppedActions + $0.pointee.droppedActions } ?? 0
  }
}
