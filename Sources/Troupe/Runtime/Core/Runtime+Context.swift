/// The task-local values that are in force while the runtime works.
///
/// A turn runs in the task that causes it: the sender's task, or the task of an effect that ends. Work that
/// the turn starts inherits that task's task-local values. Four kinds of work start as if outside any task:
/// work of enqueued actions, work that waited for other work to end, work that starts because other work was
/// cancelled, and work that waited for a save.
extension Runtime {
  /// Runs work now, on the store's executor, without the task-locals of the current task. The setting for
  /// issue reporting stays the same.
  ///
  /// Apple's systems before 26 don't support this. There the work runs under the current task's task-locals.
  func outsideOfTask(_ work: () -> Void) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return work() }
    let setting = IssueReporting.setting
    withoutActuallyEscaping(work) { work in
      // This is sound because the task begins and ends in this call: it is already on its executor, and
      // nothing suspends it. `InboxContextTests` under the thread sanitizer would catch a different executor.
      nonisolated(unsafe) let work = work
      isolation.assumeIsolated { isolation in
        _ = Task.immediateDetached {
          isolation.assertIsolated()
          IssueReporting.with(setting, work)
        }
      }
    }
  }

  /// Starts something that belongs to a cascade, in the context of that cascade.
  func inContext(of cascade: CascadeID, _ work: () -> Void) {
    if cascade == cascadeOfTask { return work() }
    let context = engine.context(of: cascade)
    outsideOfTask { if let context { context.run(work) } else { work() } }
  }
}
