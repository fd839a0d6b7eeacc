import Synchronization
import TroupeDiagnostics

/// The creation of a default value, with the data that its participants share.
final class DefaultCreation: Sendable {
  /// The creation in progress; nil if no default is being created.
  @TaskLocal static var current: DefaultCreation?

  /// The maximum number of times that a value outside programs may depend on itself. A test may end such a
  /// recursion with a task-local.
  private static let limit = 32

  private let key: any TestDependencyKey.Type
  private let context: DependencyContext
  /// The identity of the set of default values to which the value belongs.
  private let defaults: ObjectIdentifier
  /// The creation whose value reads this value; nil for the outermost creation.
  private let outer: DefaultCreation?
  /// Whether a closure that changes dependencies reads the value, for example to change one endpoint.
  private let isForSetting: Bool
  private let withheldIssue = Atomic(false)
  private let hasNoTestValue = Atomic(false)
  private let hasNoPreviewValue = Atomic(false)
  /// Whether the creation has ended. A task that the creation started still inherits the value.
  private let isOver = Atomic(false)

  init(
    of key: any TestDependencyKey.Type,
    in context: DependencyContext,
    of defaults: DefaultValues,
    isForSetting: Bool
  ) {
    self.key = key
    self.context = context
    self.defaults = ObjectIdentifier(defaults)
    outer = Self.current
    self.isForSetting = isForSetting || Self.running?.isForSetting ?? false
  }

  /// The creation in progress, unless the current task has only inherited it.
  private static var running: DefaultCreation? {
    current.flatMap { $0.isOver.load(ordering: .relaxed) ? nil : $0 }
  }

  /// Returns whether a default value that reports an issue has to withhold the issue now.
  ///
  /// A value that withholds an issue isn't kept, and neither are the values whose creations need the value.
  /// The values are created again when code uses them.
  static func withholdIssue() -> Bool {
    guard let running, running.isForSetting else { return false }
    for creation in sequence(first: running, next: \.outer).prefix(while: \.isForSetting) {
      creation.withheldIssue.store(true, ordering: .relaxed)
    }
    return true
  }

  /// Whether the value, or a value that its creation needs, has withheld an issue.
  var hasWithheldIssue: Bool { withheldIssue.load(ordering: .relaxed) }

  /// Records that a key has no value for a context, so the value of another context is used.
  func fellBack(on substitute: DependencyContext) {
    switch substitute {
    case .preview: hasNoTestValue.store(true, ordering: .relaxed)
    case .live: hasNoPreviewValue.store(true, ordering: .relaxed)
    case .test: break
    }
  }

  /// Creates a key's value in a context. Returns the value, and the fault to report when the value is read,
  /// or nil. Call this method while holding the lock of the values.
  func make<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ context: DependencyContext
  ) -> (Key.Value, DependencyEntry.Fault?) {
    stopIfEndless()
    defer { isOver.store(true, ordering: .relaxed) }
    return Self.$current.withValue(self) {
      Fallback.during(Key.self, context) { value(of: key, context) }
    }
  }

  private func value<Key: TestDependencyKey>(
    of key: Key.Type,
    _ context: DependencyContext
  ) -> (Key.Value, DependencyEntry.Fault?) {
    switch context {
    case .live:
      guard let live = (key as? any DependencyKey.Type)?.anyLiveValue as? Key.Value else {
        return (key.testValue, .noLiveValue)
      }
      return (live, nil)
    case .preview:
      // The test value may fall back to the live value, which isn't a fault in a preview.
      return (key.previewValue, nil)
    case .test:
      let value = key.testValue
      guard hasNoTestValue.load(ordering: .relaxed) else { return (value, nil) }
      return (value, hasNoPreviewValue.load(ordering: .relaxed) ? .liveInTest : .previewInTest)
    }
  }
}

extension DefaultCreation {
  /// Stops the program if the value depends on itself, because otherwise the stack would overflow, or a
  /// `static let` would wait for itself.
  private func stopIfEndless() {
    if outer == nil { return }
    let chain = sequence(first: self, next: \.outer).filter { !$0.isOver.load(ordering: .relaxed) }
    // All creations in the same set of values are on this thread, which holds the set's lock.
    let begun = chain.indices.dropFirst().filter { chain[$0].isSame(as: self) }
    guard let last = begun.first else {
      if StackRoom.isNearlyFull { fatalError(Self.message(chain.prefix(20))) }
      return
    }
    let message = Self.message(chain[...last])
    if context == .live || begun.count >= Self.limit || StackRoom.isNearlyFull { fatalError(message) }
    // A `static let` is about to wait for itself, which can't be detected beforehand.
    if begun.count == 1 { writeToStandardError("Troupe: \(message)\n") }
  }

  private func isSame(as other: DefaultCreation) -> Bool {
    key == other.key && context == other.context && defaults == other.defaults
  }

  /// - Parameter chain: The creations, starting with the innermost.
  private static func message(_ chain: ArraySlice<DefaultCreation>) -> String {
    let names = chain.reversed().map { TypeName($0.key).full }
    return """
      The \(chain.first.map { "\($0.context)" } ?? "") values of dependencies need each other, so none can be created before \
      the others: \(names.joined(separator: " → ")).

      Read a dependency where it is used, not where a value is created: in an endpoint, or with a `@Dependency` that is \
      a property of the client.
      """
  }
}

extension DependencyKey {
  fileprivate static var anyLiveValue: any Sendable { liveValue }
}
