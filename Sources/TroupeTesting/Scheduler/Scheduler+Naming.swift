import Synchronization
import Troupe

extension Scheduler: TaskNaming {
  package var wantsNames: Bool { true }

  package func nameCurrentTask(_ name: @escaping @Sendable () -> String) {
    let task = runningTask
    if isTraced { state.withLock { $0.trace.nameCurrent(name(), always: true) } }
    state.withLock { $0.name(task, name) }
  }

  package func willServe(_ lister: any EffectLister) {
    state.withLock { state in
      if state.listers.count >= state.listersToKeep {
        state.listers.removeAll { $0.lister == nil }
        state.listersToKeep = max(16, state.listers.count * 2)
      }
      state.listers.append(WeakLister(lister: lister))
    }
  }

  /// The task of the running job.
  var runningTask: TaskID { TaskID(number: runningTaskID.load(ordering: .relaxed)) }

  /// Records the current task's name, if the task was created with a name.
  func nameCurrentTask() {
    guard let name = Self.givenName else { return }
    state.withLock { $0.trace.nameCurrent(name, always: false) }
  }

  /// A text that names the current task by its effect's label or else by the task's name.
  static var nameOfCurrentTask: String? {
    CurrentEffect.label.map { "the effect \($0)" } ?? givenName.map { "the task \($0)" }
  }

  private static var givenName: String? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    return Task.name.map { "\"\(IssueText.name($0))\"" }
  }
}
