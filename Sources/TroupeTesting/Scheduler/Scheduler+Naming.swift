import Troupe

extension Scheduler: TaskNaming {
  package var wantsNames: Bool { isTraced }

  package func nameCurrentTask(_ name: String) {
    state.withLock { $0.trace.nameCurrent(name, always: true) }
  }

  /// Takes the name that the current task was given, if any.
  func nameCurrentTask() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name else {
      return
    }
    state.withLock { $0.trace.nameCurrent("\"\(name)\"", always: false) }
  }
}
