import Troupe

extension Scheduler: TaskNaming {
  package var wantsNames: Bool { isTraced }

  package func nameCurrentTask(_ name: String) {
    state.withLock { $0.trace.nameCurrent(name, always: true) }
  }

  /// Takes the name that the current task was given, if any.
  func nameCurrentTask() {
    guard let name = Self.givenName else { return }
    state.withLock { $0.trace.nameCurrent(name, always: false) }
  }

  /// What the current task is called: by the effect that it belongs to, or by its own name.
  static var nameOfCurrentTask: String? {
    CurrentEffect.label.map { "the effect \($0)" } ?? givenName.map { "the task \($0)" }
  }

  private static var givenName: String? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    return Task.name.map { "\"\($0)\"" }
  }
}
