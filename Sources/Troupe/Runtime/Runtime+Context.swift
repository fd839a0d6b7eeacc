/// Whose task-locals are in force while the runtime works.
///
/// A turn runs in the task of whoever brings it about: of a sender, or of an effect that ends. What it begins
/// belongs to that one, with three exceptions, which begin as if outside of any task: what was enqueued, what
/// waited for the end of another's work, and what another's cancellation lets begin.
extension Runtime {
  /// Runs work now, on the store's executor, under none of the task-locals of the current task. Those who
  /// take issues stay the same.
  ///
  /// On Apple's systems before 26, which can't do that, it runs under those of the current task.
  final func outsideOfTask(_ work: () -> Void) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return work() }
    let setting = IssueReporting.setting
    withoutActuallyEscaping(work) { work in
      // Sound because the task begins and ends in this call: it is on its executor already, and nothing
      // suspends it. `InboxContextTests` under the thread sanitizer would catch it on another.
      nonisolated(unsafe) let work = work
      home.assumeIsolated { home in
        _ = Task.immediateDetached {
          home.assertIsolated()
          IssueReporting.with(setting, work)
        }
      }
    }
  }

  /// Starts something that belongs to a cascade, in the context of that cascade.
  final func inContext(of cascade: CascadeID, _ work: () -> Void) {
    if cascade == cascadeOfTask { return work() }
    let context = engine.context(of: cascade)
    outsideOfTask { if let context { context.run(work) } else { work() } }
  }
}
