/// What a ``Runtime`` keeps of what runs in it.
///
/// It is made when something runs for the first time. Many stores only reduce actions, and have none.
struct Activity: ~Copyable {
  /// The tree of features, with the engine.
  var tree: FeatureTree
  /// The cascade that the current task works for, during a turn; nil if it works for none.
  var cascadeOfTask: CascadeID?
  /// The tasks of the effects that run, at the slots of the engine's nodes.
  var tasks = SlotTable<RunningTask>()
  /// The handles of the cascades that are still running, at the slots of the engine's cascades.
  var handles = SlotTable<Cascade>()
  /// The moment of the effects that the current action declares, once there is one.
  var momentOfDeclarations: Moment?
  /// How many actions were dropped because their effect was cancelled or had ended.
  var droppedActions = 0
  /// The work that the beginning of the shutdown cancelled by its ``OnShutdown``.
  var cancelledAtOnce: [EffectSnapshot] = []

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

  @inline(never)
  private func makeActivity() -> UnsafeMutablePointer<Activity> {
    let new = UnsafeMutablePointer<Activity>.allocate(capacity: 1)
    new.initialize(to: Activity(showsPayloads: showsPayloads))
    new.pointee.tree.engine.hasListeners = turn.duties.contains(.events)
    activity = new
    return new
  }

  var tree: FeatureTree {
    _read { yield runningActivity.pointee.tree }
    _modify { yield &runningActivity.pointee.tree }
  }

  var engine: Engine {
    _read { yield runningActivity.pointee.tree.engine }
    _modify { yield &runningActivity.pointee.tree.engine }
  }

  var tasks: SlotTable<RunningTask> {
    _read { yield runningActivity.pointee.tasks }
    _modify { yield &runningActivity.pointee.tasks }
  }

  var handles: SlotTable<Cascade> {
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

  var cancelledAtOnce: [EffectSnapshot] {
    _read { yield runningActivity.pointee.cancelledAtOnce }
    _modify { yield &runningActivity.pointee.cancelledAtOnce }
  }
}
