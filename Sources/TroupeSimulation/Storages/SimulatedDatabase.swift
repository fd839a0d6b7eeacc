import Troupe
import TroupeDurable
import TroupeTesting

/// A database of a simulated world, on a computer that doesn't crash. Processes reach it over the network, so
/// that requests and replies can be lost or late.
///
/// The database obeys the rules of `Storage`. If a save throws `unavailable`, the save may have taken effect,
/// or may take effect later.
public final class SimulatedDatabase: Storage {
  /// The database's name.
  public let name: String
  private let world: World
  private let endpoint: Endpoint
  private let timeLimit: Duration
  private let table = Locked(MemoryTable())

  init(_ name: String, in world: World, timeLimit: Duration) {
    self.name = name
    self.world = world
    self.timeLimit = timeLimit
    endpoint = Endpoint(place: world.newPlace(), name: "the database \"\(name)\"")
  }

  /// The keys that have a value, in ascending order.
  public var keys: [StorageKey] { table.withLock { $0.keys } }

  /// The number of saves that took effect.
  public var saveCount: Int { table.withLock { $0.saveCount } }

  /// Returns a key's value.
  public func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await perform("load", key) { (table) throws(StorageError) in table.value(of: key) }
  }

  /// Replaces a key's value if the stored revision is the expected revision.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision must differ from the expected revision."
    )
    let value = StoredValue(bytes: bytes, revision: revision)
    try await perform("save", key) { (table) throws(StorageError) in
      try table.save(value, for: key, expecting: expected, wake: wake)
    }
  }

  /// Removes a key's value if the stored revision is the expected revision.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await perform("removal", key) { (table) throws(StorageError) in
      try table.remove(key, expecting: expected)
    }
  }

  /// Returns the keys whose wake instants are before an instant, the earliest first.
  public func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await perform("query", nil) { (table) throws(StorageError) in
      table.due(before: instant, limit: limit)
    }
  }

  private func perform<Output: Sendable>(
    _ operation: String,
    _ key: StorageKey?,
    _ work: @escaping @Sendable (inout MemoryTable) throws(StorageError) -> Output
  ) async throws(StorageError) -> Output {
    do { try Task.checkCancellation() } catch { throw .unavailable(key, because: error) }
    // The test sees what is stored, without faults.
    guard world.scheduler.currentProcess != 0 else { return try apply(work).get() }
    let text: @Sendable () -> String = { [name] in
      "the \(operation)\(key.map { " of \"\($0.text)\"" } ?? "") in \"\(name)\""
    }
    let reply: any Sendable
    do {
      try await world.enter(text)
      reply = try await world.exchange(
        from: world.currentEndpoint,
        to: endpoint,
        timeLimit: timeLimit,
        text,
        // A connection doesn't repeat a request.
        isRepeatable: false
      ) { [self] reply in
        let result = apply(work)
        world.record(.databaseCall, of: endpoint) { text() }
        reply(.success(result))
      }
    } catch {
      throw .unavailable(key, because: error)
    }
    guard let result = reply as? Result<Output, StorageError> else {
      preconditionFailure("The database's reply has another type than its request.")
    }
    return try result.get()
  }

  private func apply<Output: Sendable>(
    _ work: @escaping @Sendable (inout MemoryTable) throws(StorageError) -> Output
  ) -> Result<Output, StorageError> {
    table.withLock { table in
      do throws(StorageError) { return .success(try work(&table)) } catch { return .failure(error) }
    }
  }
}

extension World {
  /// Adds an empty database.
  ///
  /// - Parameters:
  ///   - name: The database's name, for messages.
  ///   - timeLimit: The virtual time after which a call throws `unavailable`, if no reply has arrived.
  public func database(_ name: String, timeLimit: Duration = .seconds(5)) -> SimulatedDatabase {
    let database = SimulatedDatabase(name, in: self, timeLimit: timeLimit)
    state.withLock { $0.databases.append(database) }
    return database
  }
}
