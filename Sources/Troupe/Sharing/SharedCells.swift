import Synchronization

/// A space of keys: the shared values that exist, by the ids of their keys.
///
/// A test, and a tenant that asks for it, has a separate space. A space doesn't keep its values alive, and
/// ends with the dependencies that it belongs to.
package final class SharedCells: Sendable {
  /// The id of a key.
  package struct ID: Hashable, Sendable {
    private let base: any Hashable & Sendable

    package init(_ base: any Hashable & Sendable) { self.base = base }

    package static func == (lhs: ID, rhs: ID) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

    package func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
  }

  // A class, because the compiler spoils the stack when it reads the weak reference of such a structure in a
  // dictionary (Swift 6.3.1).
  private final class WeakCell: Sendable {
    weak let object: (any AnyObject & Sendable)?
    /// The identity of the object. No other object has it before the object is forgotten.
    let identity: ObjectIdentifier

    init(_ object: any AnyObject & Sendable) {
      self.object = object
      identity = ObjectIdentifier(object)
    }
  }

  private struct Contents {
    var cells: [ID: WeakCell] = [:]
    var attachments: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    /// Removes the entry of an id, and returns it.
    mutating func remove(_ id: ID) -> ForgottenCell? {
      guard let index = cells.index(forKey: id) else { return nil }
      return ForgottenCell(id: cells.remove(at: index).key)
    }
  }

  /// An entry that is released after the lock of the space.
  private struct ForgottenCell: Sendable { let id: ID }

  private let contents = Locked(Contents())
  package let trackers = SharedTrackers()

  package init() {}

  private static let everHadAny = Atomic(false)

  /// Whether this process has ever had a shared value, or an object that belongs to a space.
  package static var haveEverHadAny: Bool { everHadAny.load(ordering: .acquiring) }

  /// Records that a shared value or an object is about to exist.
  package static func willHaveOne() {
    SharingFrame.use()
    if !haveEverHadAny { everHadAny.store(true, ordering: .releasing) }
  }

  // MARK: Values

  /// Returns the value of a key; nil if nothing holds it.
  package func cell(_ id: ID) -> (any AnyObject & Sendable)? {
    contents.withLock { $0.cells[id]?.object }
  }

  /// Adds the value of a key, unless there is one. Returns the value that there is.
  package func insert(_ cell: any AnyObject & Sendable, _ id: ID) -> any AnyObject & Sendable {
    let (kept, replaced) = contents.withLock { contents -> (any AnyObject & Sendable, ForgottenCell?) in
      if let known = contents.cells[id]?.object { return (known, nil) }
      let replaced = contents.remove(id)
      contents.cells[id] = WeakCell(cell)
      return (cell, replaced)
    }
    withExtendedLifetime(replaced) {}
    return kept
  }

  /// Removes the value of a key. Call it in the `deinit` of the value: another value may get its identity
  /// later.
  ///
  /// - Parameters:
  ///   - id: The id of the key.
  ///   - identity: The identity of the value. Another value of the key, which was made since, stays.
  package func forget(_ id: ID, _ identity: ObjectIdentifier) {
    // Nothing loads the weak reference: another value would be retained, and its last reference might be
    // released here, under the lock. Nor is the id released here, as it may hold an object of the user's.
    let forgotten = contents.withLock { contents -> ForgottenCell? in
      guard contents.cells[id]?.identity == identity else { return nil }
      return contents.remove(id)
    }
    withExtendedLifetime(forgotten) {}
  }

  /// The number of keys whose values exist or haven't been forgotten.
  package var count: Int { contents.withLock { $0.cells.count } }

  /// Returns the object of a type that belongs to the space, and makes it if there is none.
  package func attachment<Object: AnyObject & Sendable>(_ make: @Sendable () -> Object) -> Object {
    let key = ObjectIdentifier(Object.self)
    if let known = contents.withLock({ $0.attachments[key] }) as? Object { return known }
    Self.willHaveOne()
    let new = make()
    let kept = contents.withLock { contents -> any AnyObject & Sendable in
      if let known = contents.attachments[key] { return known }
      contents.attachments[key] = new
      return new
    }
    return kept as? Object ?? new
  }

  /// Removes everything from the space.
  private func removeAll() {
    // The removed objects may be the user's, so they are released after the lock.
    let removed = contents.withLock { Swift.exchange(&$0, with: Contents()) }
    withExtendedLifetime(removed) {}
  }
}

/// The tests that log the writes of the shared values of a space. The values refer to this object, and not to
/// their space, which may lead to them.
package final class SharedTrackers: Sendable {
  private let trackers = Locked<[any SharedTracker]>([])
  private let isTracked = Atomic(false)

  /// Whether writes have to be passed to ``changed(_:from:to:by:)``.
  package var areAny: Bool { isTracked.load(ordering: .acquiring) }

  package func add(_ tracker: any SharedTracker) {
    trackers.withLock { $0.append(tracker) }
    isTracked.store(true, ordering: .releasing)
  }

  package func remove(_ tracker: any SharedTracker) {
    trackers.withLock { trackers in
      trackers.removeAll { $0 === tracker }
      isTracked.store(!trackers.isEmpty, ordering: .releasing)
    }
  }

  /// Versions that no log holds any more, and logs. Release this value without a lock, because it may hold
  /// the last references.
  package struct Released { fileprivate let objects: [any AnyObject & Sendable] }

  package func changed(
    _ cell: any SharedCell,
    from old: any SharedVersion,
    to new: any SharedVersion,
    by writer: SharedWriter
  ) -> Released {
    var writer = writer
    if case .other = writer, TaskDependencies.current.carrier != nil { writer = .effect }
    let trackers = trackers.withLock { $0 }
    var objects: [any AnyObject & Sendable] = trackers
    for tracker in trackers {
      if let version = tracker.changed(cell, from: old, to: new, by: writer) { objects.append(version) }
    }
    return Released(objects: objects)
  }
}

extension SharedCells {
  /// Runs an operation in a new space. Turns have frames from its beginning, so that each run is the same,
  /// whether or not there have been shared values in this process.
  ///
  /// As long as the process has had no shared values, the current space is empty. The operation then uses
  /// this space, which is emptied afterwards: with a new space, each effect would copy the overrides of
  /// dependencies.
  nonisolated(nonsending)
    package static func withNew<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    SharingFrame.use()
    guard haveEverHadAny else {
      defer { if haveEverHadAny { current.removeAll() } }
      return try await operation()
    }
    let overrides = TaskDependencies.overrides { $0[SharedCellsKey.self] = SharedCells() }
    return try await TaskDependencies(overrides: overrides, carrier: TaskDependencies.current.carrier)
      .bind(operation)
  }
}

/// The space of keys in which shared values are looked up.
package enum SharedCellsKey: DependencyKey {
  package static var liveValue: SharedCells { SharedCells() }
  package static var previewValue: SharedCells { SharedCells() }
  package static var testValue: SharedCells { SharedCells() }
}

extension SharedCells {
  /// The space of the current dependencies. Looking it up isn't a read that a recording notes.
  package static var current: SharedCells {
    DependencyReads.suspend {
      @Dependency(SharedCellsKey.self) var cells
      return cells
    }
  }
}
