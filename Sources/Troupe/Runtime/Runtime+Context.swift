/// The task-local values that apply while the runtime works.
///
/// A turn runs in the task that causes it: the sender's task, or the task of an effect that ends. Work that
/// the turn starts inherits that task's task-local values. Four kinds of work start as if outside any task:
/// work of enqueued actions, work that waited for other work to end, work that starts because other work was
/// cancelled, and work that waited for a save.
///
/// All members belong to the store's executor, except the values that are documented as readable from any
/// context.
extension Runtime {
  /// Runs a turn with the store's dependencies instead of the caller's.
  ///
  /// Dependencies depend on the position in the feature tree, unlike all other task-local values.
  @inline(__always)
  func inDependencies<Result>(_ turn: () -> Result) -> Result {
    choosesPayloads ? withChosenPayloads(turn) : TaskDependencies.within(dependencies, turn)
  }

  /// Applies the store's setting for payloads to issues from code without access to the store, such as the
  /// collections in the state. This method isn't inlined, so that the code of a turn is inlined into its
  /// callers only once.
  @inline(never)
  private func withChosenPayloads<Result>(_ turn: () -> Result) -> Result {
    IssueText.withPayloads(showsPayloads) { TaskDependencies.within(dependencies, turn) }
  }

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

// MARK: Dependencies

extension Runtime {
  /// The values of the dependencies that are set for the root feature.
  var dependencyValues: DependencyValues { DependencyValues(dependencies ?? .nothing) }

  /// The dependency values that the store was created with. They can be read from any context.
  var overridesAtFirst: DependencyOverrides {
    (dependenciesAtFirst?.overrides ?? DependencyOverrides.none).withoutPosition()
  }

  /// The clock that measures deadlines. It can be used from any context.
  var clock: any Clock<Duration> {
    DependencyValues(dependenciesAtFirst ?? .nothing).continuousClock
  }
}
