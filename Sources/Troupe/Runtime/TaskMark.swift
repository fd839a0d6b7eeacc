import Synchronization

/// By what the task of an effect, and its child tasks, can be told from those that only inherit its task-locals.
///
/// The work of an effect isn't over before its child tasks are. A `Task { … }` that it started may go on, and what that
/// waits for is no concern of the effect.
struct TaskMark: ~Copyable, Sendable {
  private let place = Atomic<UInt>(0)

  /// Says that the current task is the one.
  borrowing func set() { place.store(TaskDependencies.placeOfBinding, ordering: .relaxed) }

  /// Says that the task has ended.
  borrowing func clear() { place.store(0, ordering: .relaxed) }

  /// Whether the current task is the one or a child of it.
  ///
  /// Below another binding of dependencies in the task, it isn't known to be.
  var isOfCurrentTask: Bool {
    let place = place.load(ordering: .relaxed)
    return place != 0 && place == TaskDependencies.placeOfBinding
  }
}
