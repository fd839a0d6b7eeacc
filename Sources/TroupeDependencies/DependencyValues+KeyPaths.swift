extension DependencyValues {
  // Swift writes through a key path by reading the member first, although it discards the result: setting
  // `\.date.now` reads the date that it replaces. For all writable key paths, the compiler prefers this
  // subscript to the language's own.
  /// The value at a key path.
  ///
  /// Setting it doesn't count as a use of the value that it replaces, so setting an unimplemented value isn't
  /// an issue. Reading it counts as a use.
  ///
  /// - Parameter member: The property of a dependency, or one of its members.
  public subscript<Value>(keyPath member: WritableKeyPath<DependencyValues, Value>) -> Value {
    get { Self.value(at: member, of: self) }
    set { DependencyWriting.run { Self.set(newValue, at: member, of: &self) } }
  }

  /// Changes the value at a key path.
  ///
  /// The closure gets the value even if it only sets another one, so getting it doesn't count as a use. Uses
  /// in the closure count.
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

  // If the root has any other type, the language's subscript is used.

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

/// The writing of a value through a key path, which reads the value that it replaces.
enum DependencyWriting {
  @TaskLocal private static var isInProgress = false

  /// Whether the values that are currently read will not be used.
  static var readsForNothing: Bool { isInProgress }

  /// Runs an operation whose reads are neither reported nor recorded.
  static func run<Result>(_ operation: () -> Result) -> Result {
    $isInProgress.withValue(true) { DependencyReads.suspend(operation) }
  }
}
