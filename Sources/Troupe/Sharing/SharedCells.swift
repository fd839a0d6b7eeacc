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

  private struct WeakObject {
    weak var object: (any AnyObject & Sendable)?
  }

  private struct Contents {
    var cells: [ID: WeakObject] = [:]
    var attachments: [ObjectIdentifier: any AnyObject & Sendable] = [:]
  }

  private let contents = Locked(Contents())
  package let trackers = SharedTrackers()

  package init() {}

  // MARK: Values

  /// Returns the value of a key; nil if nothing holds it.
  package func cell(_ id: ID) -> (any AnyObject & Sendable)? {
    contents.withLock { $0.cells[id]?.object }
  }

  /// Adds the value of a key, unless there is one. Returns the value that there is.
  package func insert(_ cell: any AnyObject & Sendable, _ id: ID) -> any AnyObject & Sendable {
    contents.withLock { contents in
      if let known = contents.cells[id]?.object { return known }
      contents.cells[id] = WeakObject(object: cell)
      return cell
    }
  }

  /// Forgets a key whose value was released.
  package func forget(_ id: ID) {
    contents.withLock { contents in
      // Another value of the key may have been made since.
      if contents.cells[id]?.object == nil { contents.cells[id] = nil }
    }
  }

  /// The number of keys whose values exist or haven't been forgotten.
  package var count: Int { contents.withLock { $0.cells.count } }

  /// Returns the object of a type that belongs to the space, and makes it if there is none.
  package func attachment<Object: AnyObject & Sendable>(_ make: @Sendable () -> Object) -> Object {
    let key = ObjectIdentifier(Object.self)
    if let known = contents.withLock({ $0.attachments[key] }) as? Object { return known }
    let new = make()
    let kept = contents.withLock { contents -> any AnyObject & Sendable in
      if let known = contents.attachments[key] { return known }
      contents.attachments[key] = new
      return new
    }
    return kept as? Object ?? new
  }
}

/// The tests that log the writes of the shared values of a space. The values refer to this object, and not to
/// their space, which may lead to them.
package final class SharedTrackers: Sendable {
  private let trackers = Locked<[any SharedTracker]>([])
  private let isTracked = Atomic(false)

  /// Whether writes have to be told to ``changed(_:from:to:by:)``.
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

  package func changed(
    _ cell: any SharedCell,
    from old: any SharedVersion,
    to new: any SharedVersion,
    by writer: SharedWriter
  ) {
    var writer = writer
    if case .other = writer, TaskDependencies.current.carrier != nil { writer = .effect }
    for tracker in trackers.withLock({ $0 }) { tracker.changed(cell, from: old, to: new, by: writer) }
  }
}

extension SharedCells {
  /// Runs an operation in a new space, if there have been shared values in this process.
  nonisolated(nonsending)
    package static func withNew<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    guard SharingFrame.areInUse else { return try await operation() }
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
