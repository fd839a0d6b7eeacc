/// An executor that uses the names of its tasks, such as a test's scheduler.
package protocol TaskNaming: TaskExecutor {
  /// Whether the executor needs names.
  var wantsNames: Bool { get }

  /// Registers a store whose effects prefer this executor.
  func willServe(_ lister: any EffectLister)

  /// Runs a reducer, and records it while it runs.
  ///
  /// - Parameters:
  ///   - store: Returns the name of the store.
  ///   - action: The text of the action.
  ///   - reduce: Runs the reducer.
  func watching<Result>(_ store: @escaping @Sendable () -> String, _ action: String, _ reduce: () -> Result)
    -> Result

  /// Sets the closure that makes the current task's name. The executor may keep the closure for longer than
  /// the task, so the closure must not retain what the task uses.
  func nameCurrentTask(_ name: @escaping @Sendable () -> String)
}

/// A type that lists the effects that run in it, such as a store. Testing tools use it.
package protocol EffectLister: AnyObject, Sendable {
  /// Describes the running effects, one per string. The call suspends until the store's executor is free.
  nonisolated(nonsending) func runningTexts() async -> [String]
}
