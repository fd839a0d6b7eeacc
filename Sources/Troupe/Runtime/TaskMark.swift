import Synchronization

/// By what the task of an effect, and its child tasks, can be told from those that only inherit its
/// task-locals.
///
/// The work of an effect isn't over before its child tasks are. A `Task { … }` that it started may go on, and
/// what that waits for is no concern of the effect.
struct TaskMark: ~Copyable, Sendable {
  private let address = Atomic<UInt>(0)

  /// Says that the current task is the one.
  borrowing func set() { address.store(TaskDependencies.addressOfBinding, ordering: .relaxed) }

  /// Says that the task has ended.
  borrowing func clear() { address.store(0, ordering: .relaxed) }

  /// Whether the current task is the one or a child of it.
  ///
  /// Below another binding of dependencies in the task, it isn't known to be.
  var isOfCurrentTask: Bool {
    let address = address.load(ordering: .relaxed)
    return address != 0 && address == TaskDependencies.addressOfBinding
  }
}
