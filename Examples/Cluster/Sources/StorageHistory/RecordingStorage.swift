import Locks
import TroupeDurable

/// A storage that records the history of each key, for tests that check it.
///
/// It records loads and saves. A removal would end a chain of saves, and isn't supported.
public final class RecordingStorage: Storage {
  private let base: any Storage
  private let record: StorageRecord

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - base: The storage that does the work.
  ///   - record: The histories. Several storages of a process, such as the storages of several nodes, can
  ///     share one.
  public init(_ base: any Storage, in record: StorageRecord) {
    self.base = base
    self.record = record
  }

  /// Returns the value of a key.
  public func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    let begin = record.tick()
    let value = try await base.load(key)
    record.change(key) { $0.read(value?.revision, from: begin, to: $1) }
    return value
  }

  /// Replaces the value of a key, if its revision is the expected one.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    let begin = record.tick()
    var outcome = StorageHistory.Outcome.acknowledged
    defer {
      record.change(key) { [outcome] in $0.save(revision, expecting: expected, from: begin, to: $1, outcome) }
    }
    do throws(StorageError) {
      try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
    } catch {
      outcome = error.code == .superseded ? .superseded : .unknown
      throw error
    }
  }

  /// Not supported in histories: calling it is a programming error.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    preconditionFailure("RecordingStorage: A history has no removals.")
  }

  /// Returns the keys that asked to be opened before an instant.
  public func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await base.due(before: instant, limit: limit)
  }
}

/// The histories of keys, and the order of events.
public final class StorageRecord: Sendable {
  private struct State {
    var time = 0
    var histories: [StorageKey: StorageHistory] = [:]
  }

  private let state = Locked(State())

  /// Creates an empty record.
  public init() {}

  /// The histories.
  public var histories: [StorageKey: StorageHistory] { state.withLock { $0.histories } }

  /// Returns the keys whose histories are impossible, and why.
  public func violations() -> [StorageKey: [StorageHistory.Violation]] {
    histories.mapValues { $0.violations() }.filter { !$0.value.isEmpty }
  }

  /// Returns a number that is larger than all before.
  func tick() -> Int {
    state.withLock { state in
      state.time += 1
      return state.time
    }
  }

  /// Changes the history of a key, with the current number.
  func change(_ key: StorageKey, _ change: (inout StorageHistory, Int) -> Void) {
    state.withLock { state in
      state.time += 1
      change(&state.histories[key, default: StorageHistory()], state.time)
    }
  }
}
