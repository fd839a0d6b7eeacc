/// An executor that wants to know the names of its tasks, such as the scheduler of a test.
package protocol TaskNaming: TaskExecutor {
  /// Whether names are wanted.
  var wantsNames: Bool { get }

  /// Registers a store whose effects prefer this executor.
  func willServe(_ lister: any EffectLister)

  /// Runs a reducer, and takes note of it while it runs.
  ///
  /// - Parameters:
  ///   - store: What the store is called.
  ///   - action: What the reducer reduces.
  ///   - reduce: Runs the reducer.
  func watching<Result>(_ store: @escaping @Sendable () -> String, _ action: String, _ reduce: () -> Result)
    -> Result

  /// Sets what makes the name of the current task. It may be kept for longer than the task, and mustn't
  /// keep what the task uses.
  func nameCurrentTask(_ name: @escaping @Sendable () -> String)
}

/// A type that lists the effects that run in it, such as a store. The tools of tests use it.
package protocol EffectLister: AnyObject, Sendable {
  /// Describes the running effects, one per string. The call suspends until the store's executor is free.
  nonisolated(nonsending) func runningTexts() async -> [String]
}
