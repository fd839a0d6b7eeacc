import Synchronization

/// A mark that distinguishes an effect's task and its child tasks from tasks that only inherit the task-local
/// values.
///
/// An effect's work ends only after its child tasks have ended. A `Task { … }` that the work has created may
/// still be running, and that task's waits don't affect the effect.
struct TaskIdentity: ~Copyable, Sendable {
  private let address = Atomic<UInt>(0)

  /// Marks the current task.
  borrowing func set() { address.store(TaskDependencies.addressOfBinding, ordering: .relaxed) }

  /// Removes the mark from the current task, whose work has ended.
  borrowing func clear() { address.store(0, ordering: .relaxed) }

  /// Whether the current task is the marked task or one of its child tasks.
  ///
  /// The value is false if the task has bound other dependencies.
  var isOfCurrentTask: Bool {
    let address = address.load(ordering: .relaxed)
    return address != 0 && address == TaskDependencies.addressOfBinding
  }
}
