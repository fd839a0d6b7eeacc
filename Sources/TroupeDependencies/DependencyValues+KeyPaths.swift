extension DependencyValues {
  // Swift writes through a key path by reading the member first, although it discards what it gets:
  // `\.date.now` asks for the date that is about to be set. This subscript is preferred to that of the
  // language, for all key paths that can be written through.
  /// The value that a key path leads to.
  ///
  /// Setting it doesn't count as a use of the value that it replaces: this isn't an issue if that value is
  /// unimplemented. Reading it counts.
  ///
  /// - Parameter member: The property of a dependency, or one of its members.
  public subscript<Value>(keyPath member: WritableKeyPath<DependencyValues, Value>) -> Value {
    get { Self.value(at: member, of: self) }
    set { DependencyWriting.run { Self.set(newValue, at: member, of: &self) } }
  }

  /// Changes the value that a key path leads to.
  ///
  /// The closure gets that value even if it only sets another one. So getting it doesn't count as a use. What
  /// the closure uses does.
  ///
  /// - Parameters:
  ///   - member: The property of a dependency, or one of its members.
  ///   - transform: Changes the value.
  package mutating func transform<Value>(
    _ member: WritableKeyPath<DependencyValues, Value>,
    _ transform: (inout Value) -> Void
  ) {
    var value = DependencyWriting.run { Self.value(at: member, of: self) }
    transform(&value)
    self[keyPath: member] = value
  }

  // Where the root is of any type, the subscript is that of the language.

  private static func value<Root, Value>(at member: KeyPath<Root, Value>, of root: Root) -> Value {
    root[keyPath: member]
  }

  private static func set<Root, Value>(
    _ value: Value,
    at member: WritableKeyPath<Root, Value>,
    of root: inout Root
  ) {
    root[keyPath: member] = value
  }
}

/// A value that is written through a key path, which reads what it replaces.
enum DependencyWriting {
  @TaskLocal private static var isInProgress = false

  /// Whether what is read now isn't used.
  static var readsForNothing: Bool { isInProgress }

  /// Runs an operation whose reads are neither reported nor recorded.
  static func run<Result>(_ operation: () -> Result) -> Result {
    $isInProgress.withValue(true) { DependencyReads.suspend(operation) }
  }
}
