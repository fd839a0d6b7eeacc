import Synchronization

/// Distinguishes the task of an effect and its child tasks from tasks that only inherit its task-locals.
///
/// The work of an effect isn't over before its child tasks are. A `Task { … }` that it started may continue,
/// and its waits don't affect the effect.
struct TaskIdentity: ~Copyable, Sendable {
  private let address = Atomic<UInt>(0)

  /// Marks the current task.
  borrowing func set() { address.store(TaskDependencies.addressOfBinding, ordering: .relaxed) }

  /// Removes the mark when the task ends.
  borrowing func clear() { address.store(0, ordering: .relaxed) }

  /// Whether the current task is the marked task or a child of it.
  ///
  /// It is false under another binding of dependencies in the task.
  var isOfCurrentTask: Bool {
    let address = address.load(ordering: .relaxed)
    return address != 0 && address == TaskDependencies.addressOfBinding
  }
}
