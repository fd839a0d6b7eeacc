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
