import TroupeDiagnostics

/// The dependencies that are in force at a place, by their keys.
///
/// They travel in a task-local: what ``withDependencies(_:operation:)-7noje`` sets holds for its operation and the
/// tasks that it starts, and for nothing else. Code reads them through ``Dependency``.
///
/// The idea of it is from the `swift-dependencies` package.
public struct DependencyValues: Sendable {
  /// What was set at the place of use.
  var overrides: DependencyOverrides
  /// What was set where the reader was made, which counts for less.
  var captured: DependencyOverrides?
  /// Who reads.
  var reader: Reader?

  /// The values that are in force here.
  static var current: DependencyValues { DependencyValues(overrides: TaskDependencies.overrides) }

  /// The values that a task carries along.
  package init(_ dependencies: TaskDependencies) {
    self.init(overrides: dependencies.overrides)
  }

  init(overrides: DependencyOverrides, captured: DependencyOverrides? = nil, reader: Reader? = nil) {
    self.overrides = overrides
    self.captured = captured
    self.reader = reader
  }

  /// The value of a dependency.
  ///
  /// To be used in the property that makes a key known to ``Dependency``; see ``DependencyKey``. A live value
  /// that is read in a test, where neither a test value nor an override stands in for it, is an issue.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: The name of the property, for issues.
  public subscript<Key: TestDependencyKey>(key: Key.Type, name: StaticString = #function) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      if let entry = overrides.entry(for: id) ?? captured?.entry(for: id) {
        return entry.value(as: Key.Value.self)
      }
      return defaultEntry(for: key, name: name).value(as: Key.Value.self)
    }
    set {
      overrides = overrides.setting(ObjectIdentifier(key), to: newValue)
    }
  }

  /// Where the values come from that were not set.
  var defaults: DefaultValues { overrides.defaults ?? captured?.defaults ?? .process }

  private func defaultEntry<Key: TestDependencyKey>(
    for key: Key.Type,
    name: StaticString?
  ) -> DependencyEntry {
    let entry = defaults.entry(for: key, in: context)
    if let fault = entry.fault, reader?.isConfiguration != true { report(fault, of: key, name: name) }
    return entry
  }

  /// The entry of a key that is its own name.
  func entry(for key: any TestDependencyKey.Type) -> DependencyEntry {
    let id = ObjectIdentifier(key)
    return overrides.entry(for: id) ?? captured?.entry(for: id) ?? defaultEntry(for: key, name: nil)
  }

  private func report<Key: TestDependencyKey>(
    _ fault: DependencyEntry.Fault,
    of key: Key.Type,
    name: StaticString?
  ) {
    let wrapper = name.map { "@Dependency(\\.\($0))" } ?? "@Dependency(\(key).self)"
    let member = name.map { "$0.\($0)" } ?? "$0[\(key).self]"
    let place = if case .wrapper(let location)? = reader { " at \(location)" } else { "" }
    let facts = "Key: \(key), value: \(Key.Value.self)."
    let message =
      switch fault {
      case .liveInTest:
        """
        \(wrapper)\(place) has no test value, but was read in a test, which gets the live value. \(facts)

        Override it for the test, with `withDependencies { \(member) = … }` or with the `withDependencies:` of the \
        store, or give the key a `testValue`.
        """
      case .noLiveValue:
        """
        \(wrapper)\(place) has no live value, but was read in a program, which gets the test value. \(facts)

        Make the key conform to `DependencyKey` in a module that the program uses, or override the dependency where \
        the program starts, with `prepareDependencies { \(member) = … }`.
        """
      }
    if case .wrapper(let location)? = reader {
      reportIssue(message, at: location)
    } else {
      reportIssue(message)
    }
  }
}

extension DependencyValues {
  /// Who reads a value.
  enum Reader: Sendable {
    /// A property wrapper, made at a location.
    case wrapper(SourceLocation)
    /// A closure that sets values, and may look at them without meaning to use them.
    case configuration

    var isConfiguration: Bool {
      if case .configuration = self { true } else { false }
    }
  }

  /// The overrides after a closure has changed the values in force.
  func updated<Failure: Error>(
    by update: (inout DependencyValues) throws(Failure) -> Void
  ) throws(Failure) -> DependencyOverrides {
    var values = self
    values.reader = .configuration
    try update(&values)
    return values.overrides
  }
}
