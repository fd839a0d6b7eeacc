/// An executor, such as a test's scheduler, that uses the names of its tasks.
package protocol TaskNaming: TaskExecutor {
  /// Whether the executor needs names.
  var wantsNames: Bool { get }

  /// Registers a store whose effects prefer this executor.
  func willServe(_ lister: any EffectLister)

  /// Runs a reducer, and records the reduction while it is running.
  ///
  /// - Parameters:
  ///   - store: Returns the name of the store.
  ///   - action: The text of the action.
  ///   - reduce: Runs the reducer.
  func watching<Result>(_ store: @escaping @Sendable () -> String, _ action: String, _ reduce: () -> Result)
    -> Result

  /// Sets the closure that creates the current task's name. The executor may keep the closure for longer than
  /// the task, so the closure must not retain the objects that the task uses.
  func nameCurrentTask(_ name: @escaping @Sendable () -> String)
}

/// A type, such as a store, that lists its running effects for testing tools.
package protocol EffectLister: AnyObject, Sendable {
  /// Describes the running effects, one per string. The call suspends until the store's executor is free.
  nonisolated(nonsending) func runningTexts() async -> [String]
}
