/// The task of an effect's work.
struct RunningTask {
  enum Task {
    case effect(_Concurrency.Task<Void, any Error>)
    /// The function is stored outside the enum, so that the task of an effect takes 8 bytes.
    indirect case subtask(cancel: @Sendable () -> Void)
  }

  let effect: RunningEffect
  let task: Task

  /// Raises the priority of the task. The effect's task awaits the work inside the effect, so the priority of
  /// that work rises with the effect's priority.
  func raise(to priority: Priority) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    if case .effect(let task) = task { task.escalatePriority(to: priority.ofTask) }
  }

  func cancel() {
    effect.mark(.cancelled)
    switch task {
    case .effect(let task): task.cancel()
    case .subtask(let cancel): cancel()
    }
  }
}
