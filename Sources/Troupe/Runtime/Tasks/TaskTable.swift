/// The tasks of the running effects, at the slots of the engine's nodes.
struct TaskTable {
  private var tasks = SlotTable<RunningTask>()

  var isEmpty: Bool { tasks.isEmpty }
  /// All tasks.
  var all: some Sequence<RunningTask> { tasks.all }

  /// The task of an effect; nil if the effect has no task.
  subscript(id: EffectID) -> RunningTask? {
    guard let task = tasks[id.slot], task.effect.id == id else { return nil }
    return task
  }

  mutating func add(_ task: RunningTask) { tasks.set(task, at: task.effect.id.slot) }

  mutating func remove(_ id: EffectID) { tasks.remove(at: id.slot) }
}

/// The handles of the running cascades, at the slots of the engine's cascades.
struct HandleTable {
  private var handles = SlotTable<Cascade>()

  /// All handles.
  var all: some Sequence<Cascade> { handles.all }

  /// The handle of a running cascade; nil if no handle was created.
  subscript(id: CascadeID) -> Cascade? { handles[id.slot] }

  mutating func add(_ handle: Cascade, of id: CascadeID) { handles.set(handle, at: id.slot) }

  /// Removes and returns the handle of a cascade that has ended; nil if no handle was created.
  mutating func remove(_ id: CascadeID) -> Cascade? {
    guard let handle = handles[id.slot] else { return nil }
    handles.remove(at: id.slot)
    return handle
  }
}
