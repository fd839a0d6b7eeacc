/// What a ``Runtime`` keeps of what runs in it.
///
/// It is made when something runs for the first time. Many stores only reduce actions, and have none.
struct Activity: ~Copyable {
  var engine: Engine
  /// The cascade that the current task works for, during a turn; nil if it works for none.
  var cascadeOfTask: CascadeID?
  /// The tasks of the effects that run, at the slots of the engine's nodes.
  var tasks = SlotTable<RunningTask>()
  /// The handles of the cascades that are still running, at the slots of the engine's cascades.
  var handles = SlotTable<Cascade>()
  /// The feature nodes of the scopes, at the slots of the engine's scopes.
  var featureNodes = SlotTable<AnyFeatureNode>()
  /// The moment of the effects that the current action declares, once there is one.
  var momentOfDeclarations: Moment?
  /// The new numbers that children gave their own states during this action, by the old numbers.
  var successors: [NumberedState: UInt64] = [:]
  /// How many actions were dropped because their effect was cancelled or had ended.
  var droppedActions = 0
  /// The work that the beginning of the shutdown cancelled by its ``OnShutdown``.
  var cancelledAtOnce: [EffectSnapshot] = []

  init(showsPayloads: Bool) {
    engine = Engine(showsPayloads: showsPayloads)
  }
}

extension Runtime {
  /// Whether no effect runs or waits.
  var isIdle: Bool { activity?.pointee.engine.isIdle ?? true }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there.
  var hasOnlyDeclared: Bool { activity?.pointee.engine.hasOnlyDeclared ?? true }

  /// What runs, made if nothing has until now.
  @inline(__always)
  private var runningActivity: UnsafeMutablePointer<Activity> { activity ?? makeActivity() }

  @inline(never)
  private func makeActivity() -> UnsafeMutablePointer<Activity> {
    let new = UnsafeMutablePointer<Activity>.allocate(capacity: 1)
    new.initialize(to: Activity(showsPayloads: showsPayloads))
    new.pointee.engine.hasListeners = turn.duties.contains(.events)
    activity = new
    return new
  }

  var engine: Engine {
    _read { yield runningActivity.pointee.engine }
    _modify { yield &runningActivity.pointee.engine }
  }

  var tasks: SlotTable<RunningTask> {
    _read { yield runningActivity.pointee.tasks }
    _modify { yield &runningActivity.pointee.tasks }
  }

  var handles: SlotTable<Cascade> {
    _read { yield runningActivity.pointee.handles }
    _modify { yield &runningActivity.pointee.handles }
  }

  var featureNodes: SlotTable<AnyFeatureNode> {
    _read { yield runningActivity.pointee.featureNodes }
    _modify { yield &runningActivity.pointee.featureNodes }
  }

  var momentOfDeclarations: Moment? {
    _read { yield runningActivity.pointee.momentOfDeclarations }
    _modify { yield &runningActivity.pointee.momentOfDeclarations }
  }

  var successors: [NumberedState: UInt64] {
    _read { yield runningActivity.pointee.successors }
    _modify { yield &runningActivity.pointee.successors }
  }

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
