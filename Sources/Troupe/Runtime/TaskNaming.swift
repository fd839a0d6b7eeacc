/// An executor that wants to know whose tasks run on it, such as the scheduler of a test.
package protocol TaskNaming: TaskExecutor {
  /// Whether names are wanted.
  var wantsNames: Bool { get }

  /// Takes note of a store whose effects prefer it.
  func willServe(_ lister: any EffectLister)

  /// Takes the name of the task that runs right now.
  func nameCurrentTask(_ name: String)
}
