/// The task-local values that apply while the runtime works.
///
/// A turn runs in the task that causes it: the sender's task, or the task of an effect that ends. Work that
/// the turn starts inherits that task's task-local values. Four kinds of work start as if outside any task:
/// work of enqueued actions, work that waited for other work to end, work that starts because other work was
/// cancelled, and work that waited for a save.
extension Runtime {
  /// Runs work immediately, on the store's executor, without the current task's task-local values. The
  /// setting for issue reporting is preserved.
  ///
  /// On Apple's systems before version 26, the work runs with the current task's task-local values, because
  /// these systems can't start a task immediately without these values.
  func outsideOfTask(_ work: () -> Void) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return work() }
    let setting = IssueReporting.setting
    withoutActuallyEscaping(work) { work in
      // Passing the closure is safe, because the task begins and ends during this call. The task is already
      // on its executor and never suspends. If the task ran on a different executor, `InboxContextTests`
      // under the thread sanitizer would detect the data race.
      nonisolated(unsafe) let work = work
      isolation.assumeIsolated { isolation in
        _ = Task.immediateDetached {
          isolation.assertIsolated()
          IssueReporting.with(setting, work)
        }
      }
    }
  }

  /// Runs code that belongs to a cascade, in the cascade's context.
  func inContext(of cascade: CascadeID, _ work: () -> Void) {
    if cascade == cascadeOfTask { return work() }
    let context = engine.context(of: cascade)
    outsideOfTask { if let context { context.run(work) } else { work() } }
  }
}
