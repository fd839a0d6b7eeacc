import TroupeDiagnostics

/// The current dependencies, accessed by their keys.
///
/// A task-local variable stores the dependencies: the values that ``withDependencies(_:operation:)`` sets are
/// in force only for its operation and for the tasks that the operation starts. Code reads the values with
/// ``Dependency``.
///
/// The design follows the `swift-dependencies` package.
public struct DependencyValues: Sendable {
  /// The dependencies that the task carries at the place of use.
  private var carried: TaskDependencies
  /// The values that were set where the reader was created. These values have lower precedence.
  var captured: DependencyOverrides?
  /// The reader; nil if it doesn't matter. The struct's three references are passed in registers.
  var reader: Reader?

  /// The current values.
  static var current: DependencyValues { DependencyValues(.forReading) }

  /// Creates dependencies from the values that a task carries, for inspecting and changing the values without
  /// using them.
  package init(_ dependencies: TaskDependencies) {
    self.init(dependencies, captured: nil, reader: .configuration)
  }

  init(_ carried: TaskDependencies, captured: DependencyOverrides?, reader: Reader?) {
    self.carried = carried
    self.captured = captured
    self.reader = reader
  }

  /// The values that were set at the place of use.
  var overrides: DependencyOverrides {
    get { carried.overrides }
    set { carried = TaskDependencies(overrides: newValue) }
  }

  /// The value of a dependency.
  ///
  /// Use this subscript in the property that makes a key available to ``Dependency``; see ``DependencyKey``.
  /// If a dependency has neither a test value nor an override, reading it in a test is an issue.
  ///
  /// - Parameters:
  ///   - key: The dependency's key.
  ///   - name: The property's name in issues.
  public subscript<Key: TestDependencyKey>(key: Key.Type, name: StaticString = #function) -> Key.Value {
    // The getter is inlinable, so that the value is read where its type is known: a read in generic code
    // takes 50% longer.
    @inlinable get {
      // The set keeps the entry alive, and this `DependencyValues` keeps the set alive.
      if let entry = entry(for: ObjectIdentifier(key)) {
        return entry._withUnsafeGuaranteedRef { $0.value(as: Key.Value.self) }
      }
      if let entry = liveEntry(for: ObjectIdentifier(key)) {
        return entry._withUnsafeGuaranteedRef { $0.value(as: Key.Value.self) }
      }
      return defaultEntry(for: key, name: name).value(as: Key.Value.self)
    }
    set {
      overrides = overrides.setting(ObjectIdentifier(key), to: newValue)
    }
  }

  /// Whether the reader doesn't use the values that it reads.
  private var isInspecting: Bool { reader === Reader.configuration || reader === Reader.update }

  /// The source of values that were not set.
  var defaults: DefaultValues { overrides.defaults ?? captured?.defaults ?? .current }

  /// Returns the entry of a set value, or nil if reads are recorded, which requires the slower path.
  @usableFromInline
  func entry(for key: ObjectIdentifier) -> Unmanaged<DependencyEntry>? {
    DependencyReads.areInUse ? nil : setEntry(for: key)
  }

  private func setEntry(for key: ObjectIdentifier) -> Unmanaged<DependencyEntry>? {
    carried.overrides.entry(for: key) ?? captured?.entry(for: key)
  }

  /// Returns the process's live default if it applies, already exists and may be used. The entry is never
  /// released.
  @usableFromInline
  func liveEntry(for key: ObjectIdentifier) -> Unmanaged<DependencyEntry>? {
    if DependencyReads.areInUse { return nil }
    return captured == nil && carried.overrides.isLive ? DefaultValues.process.live(key) : nil
  }

  @usableFromInline
  func defaultEntry<Key: TestDependencyKey>(
    for key: Key.Type,
    name: StaticString?
  ) -> DependencyEntry {
    if DependencyReads.areInUse { return recordedEntry(for: key, name: name) }
    return madeEntry(for: key, name: name)
  }

  private func madeEntry<Key: TestDependencyKey>(for key: Key.Type, name: StaticString?) -> DependencyEntry {
    let isForSetting = reader === Reader.update || DependencyWriting.readsForNothing
    let entry = defaults.entry(for: key, in: context, isForSetting: isForSetting) { make in
      guard let captured else { return make() }
      // The default's own reads get the values of its first reader.
      let here = TaskDependencies.current
      return TaskDependencies(overrides: here.overrides.over(captured), carrier: here.carrier).bind(make)
    }
    if let fault = entry.fault, !isInspecting { report(fault, of: key, name: name) }
    return entry
  }

  /// Returns an entry whose value records its reads, unless a closure that sets values is reading.
  private func recordedEntry<Key: TestDependencyKey>(
    for key: Key.Type,
    name: StaticString?
  ) -> DependencyEntry {
    let entry =
      setEntry(for: ObjectIdentifier(key))?.takeUnretainedValue() ?? madeEntry(for: key, name: name)
    if isInspecting { return entry }
    let name = name.map { "\($0)" } ?? "\(key)"
    guard let value = entry.value(as: Key.Value.self) as? any RecordableDependency else {
      DependencyReads.current?.lookedUp(name)
      return entry
    }
    let recorded = value.recorded(by: DependencyRecorder(name: name)) as? Key.Value
    return recorded.map { TypedEntry($0, key: ObjectIdentifier(key)) } ?? entry
  }

  /// The value of a key that is identified by its type.
  subscript<Key: TestDependencyKey>(keyed key: Key.Type) -> Key.Value {
    if let entry = entry(for: ObjectIdentifier(key)) {
      return entry._withUnsafeGuaranteedRef { $0.value(as: Key.Value.self) }
    }
    return defaultEntry(for: key, name: nil).value(as: Key.Value.self)
  }

  private func report<Key: TestDependencyKey>(
    _ fault: DependencyEntry.Fault,
    of key: Key.Type,
    name: StaticString?
  ) {
    if DependencyWriting.readsForNothing { return }
    let wrapper = name.map { "@Dependency(\\.\($0))" } ?? "@Dependency(\(key).self)"
    let member = name.map { "$0.\($0)" } ?? "$0[\(key).self]"
    let place = reader?.location.map { " at \($0)" } ?? ""
    let facts = "Key: \(key), value: \(Key.Value.self)."
    let message =
      switch fault {
      case .liveInTest, .previewInTest:
        """
        \(wrapper)\(place) has no test value, but was read in a test. The test gets the \
        \(fault == .liveInTest ? "live" : "preview") value. \(facts)

        Override the dependency for the test, with `withDependencies { \(member) = … }` or with the store's \
        `withDependencies:`, or give the key a `testValue`.
        """
      case .noLiveValue:
        """
        \(wrapper)\(place) has no live value, but was read in a program. The program gets the test value. \(facts)

        Make the key conform to `DependencyKey` in a module that the program uses, or override the dependency where \
        the program starts, with `prepareDependencies { \(member) = … }`.
        """
      }
    if let location = IssueReporting.statement ?? reader?.location {
      reportIssue(message, at: location)
    } else {
      reportIssue(message)
    }
  }
}

extension DependencyValues {
  /// The code that reads a value.
  final class Reader: Sendable {
    /// The location of the property wrapper; nil for a reader that reads values without using them.
    let location: CallSite?

    /// Code that inspects values.
    static let configuration = Reader(location: nil)
    /// A closure that changes values.
    static let update = Reader(location: nil)

    init(location: CallSite?) { self.location = location }
  }

  /// Returns the values for a closure that changes them.
  package func toUpdate() -> DependencyValues {
    var values = self
    values.reader = .update
    return values
  }

  /// Returns the overrides after a closure has changed the current values.
  func updated<Failure: Error>(
    by update: (inout DependencyValues) throws(Failure) -> Void
  ) throws(Failure) -> DependencyOverrides {
    try updatedWithResult(by: update).overrides
  }

  /// Returns the overrides after a closure has changed the current values, together with the closure's
  /// result.
  func updatedWithResult<Result, Failure: Error>(
    by update: (inout DependencyValues) throws(Failure) -> Result
  ) throws(Failure) -> (overrides: DependencyOverrides, result: Result) {
    var values = toUpdate()
    let result = try update(&values)
    // The closure may have assigned a set that was created elsewhere.
    return (values.overrides.inPlace(of: overrides), result)
  }
}
