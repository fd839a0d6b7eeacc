/// What a ``Runtime`` keeps of what runs in it.
///
/// It is made when something runs for the first time. Many stores only reduce actions, and have none.
struct Activity: ~Copyable {
  var engine: Engine
  /// The tasks of the effects that run, at the slots of the engine's nodes.
  var tasks = SlotTable<RunningTask>()
  /// The handles of the cascades that are still running, at the slots of the engine's cascades.
  var handles = SlotTable<Cascade>()
  /// The feature nodes of the scopes, at the slots of the engine's scopes.
  var featureNodes = SlotTable<AnyFeatureNode>()
  /// The cascades of the effects that were declared and not taken up yet.
  var declaredCascades: [CascadeID] = []
  /// The moment of the effects that the current action declares, once there is one.
  var momentOfDeclarations: Moment?
  /// The work that the beginning of the shutdown cancelled by its ``OnShutdown``.
  var cancelledAtOnce: [EffectSnapshot] = []

  init(showsPayloads: Bool) {
    engine = Engine(showsPayloads: showsPayloads)
  }
}

extension Runtime {
  /// Whether no effect runs or waits.
  final var isIdle: Bool { activity?.pointee.engine.isIdle ?? true }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there.
  final var hasOnlyDeclared: Bool { activity?.pointee.engine.hasOnlyDeclared ?? true }
  /// Whether somebody waits until nothing runs.
  final var awaitsIdleness: Bool { audience?.listeners.awaitsIdleness ?? false }
}
