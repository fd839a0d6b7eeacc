/// An executor that wants to know the names of its tasks, such as the scheduler of a test.
package protocol TaskNaming: TaskExecutor {
  /// Whether names are wanted.
  var wantsNames: Bool { get }

  /// Registers a store whose effects prefer this executor.
  func willServe(_ lister: any EffectLister)

  /// Sets the name of the current task.
  func nameCurrentTask(_ name: String)
}
