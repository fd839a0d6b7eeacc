extension DependencyValues {
  // When Swift writes through a key path, it first reads each member on the path, although it discards the
  // result: setting `\.date.now` reads the date that it replaces. For all writable key paths, the compiler
  // prefers this subscript to the language's own.
  /// The value at a key path.
  ///
  /// Setting the value doesn't count as a use of the value that it replaces, so setting an unimplemented
  /// value isn't an issue. Reading the value counts as a use.
  ///
  /// - Parameter member: The property of a dependency, or one of its members.
  public subscript<Value>(keyPath member: WritableKeyPath<DependencyValues, Value>) -> Value {
    get { Self.value(at: member, of: self) }
    set { DependencyWriting.run { Self.set(newValue, at: member, of: &self) } }
  }

  /// Changes the value at a key path.
  ///
  /// Passing the current value to the closure doesn't count as a use, because the closure may only replace
  /// it. Reads inside the closure count.
  ///
  /// - Parameters:
  ///   - member: The property of a dependency, or one of its members.
  ///   - transform: A closure that changes the value.
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

/// A write through a key path, which reads the value that it replaces.
enum DependencyWriting {
  @TaskLocal private static var isInProgress = false

  /// Whether the current reads only serve a write, so their results aren't used.
  static var readsForNothing: Bool { isInProgress }

  /// Runs an operation whose reads are neither reported nor recorded.
  static func run<Result>(_ operation: () -> Result) -> Result {
    $isInProgress.withValue(true) { DependencyReads.suspend(operation) }
  }
}
