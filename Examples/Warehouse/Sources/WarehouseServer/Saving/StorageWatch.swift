import Logging
import Synchronization
import Troupe
import TroupeDurable

/// Knows whether the warehouses can be saved: from the results of their saves, and from a row that it saves
/// itself.
///
/// While a warehouse can't be saved, its changes are rejected at once, because their outcome couldn't be
/// known. While the row can't be saved either, all changes are rejected.
package final class StorageWatch: Sendable {
  /// Makes the sentence that clients get for an error.
  package typealias Reason = @Sendable (StorageError) -> String

  private struct Failure {
    let reason: String
    let instant: AnyClock.Instant
  }

  private struct State {
    /// The warehouses whose last save has failed.
    var failures: [StorageKey: Failure] = [:]
    /// Why the row couldn't be saved.
    var probeFailure: String?
    /// Since when a save has been failing.
    var since: AnyClock.Instant?
    var probe: Task<Void, any Error>?
  }

  /// No warehouse has this name.
  static let key: StorageKey = ".probe"
  /// A store retries sooner. A warehouse without an attempt for this long makes no attempts any more.
  private static let memory = Duration.seconds(5)

  /// The saved states, for readers that can't wait for a store.
  let copies: SavedCopies
  private let storage: any Storage
  private let reason: Reason
  private let logger: Logger
  private let clock: AnyClock
  private let state = Mutex(State())
  /// Reports that there is a failure.
  private let (news, teller) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - storage: The storage of the row, and of all warehouses.
  ///   - isShared: Whether other programs save warehouses there.
  ///   - reason: Makes the sentence that clients get for an error.
  ///   - logger: The logger for the first failure, and for the recovery.
  ///   - clock: The clock for the time between two attempts at the row.
  init(
    _ storage: any Storage,
    isShared: Bool = false,
    reason: @escaping Reason,
    logger: Logger,
    clock: any Clock<Duration>
  ) {
    (self.storage, self.reason, self.logger, self.clock) = (storage, reason, logger, AnyClock(clock))
    copies = SavedCopies(storage, isShared: isShared)
  }

  /// Why a warehouse can't be saved, or, without a warehouse, why nothing can be saved; nil if it can.
  func reason(of key: StorageKey?) -> String? {
    let now = clock.now
    return state.withLock { state in
      if let reason = state.probeFailure { return reason }
      let failure = key.flatMap { state.failures[$0] }
      return failure.flatMap { $0.instant.duration(to: now) < Self.memory ? $0.reason : nil }
    }
  }

  /// The warehouses that can't be saved.
  package var unsaved: [String] { state.withLock { $0.failures.keys.map(\.text).sorted() } }

  // MARK: What saves come to

  func noteSaved(_ key: StorageKey) {
    copies.forget(key)
    guard state.withLock({ $0.failures.removeValue(forKey: key) }) != nil else { return }
    noteRecovery()
  }

  /// - Parameter isRetried: Whether the save is retried until it succeeds. If it isn't, the row is.
  func note(_ error: StorageError, of key: StorageKey, isRetried: Bool) {
    guard error.code == .unavailable, !(error.underlying is CancellationError) else { return }
    let (reason, now) = (reason(error), clock.now)
    note(reason, key) { state in
      if isRetried {
        state.failures[key] = Failure(reason: reason, instant: now)
      } else {
        state.probeFailure = reason
      }
    }
  }

  private func note(_ reason: String, _ key: StorageKey, _ change: (inout State) -> Void) {
    let now = clock.now
    let isFirst = state.withLock { state in
      change(&state)
      defer { state.since = state.since ?? now }
      return state.since == nil
    }
    guard isFirst else { return }
    var metadata: Logger.Metadata = ["reason": "\(reason)"]
    if key != Self.key { metadata["warehouse"] = "\(key)" }
    logger.error("Changes can't be saved", metadata: metadata)
    teller.yield()
  }

  /// Logs it if all can be saved again.
  private func noteRecovery() {
    let now = clock.now
    let since = state.withLock { state -> AnyClock.Instant? in
      guard state.probeFailure == nil, state.failures.isEmpty else { return nil }
      return state.since.take()
    }
    guard let since else { return }
    logger.notice("Changes are saved again", metadata: ["after": "\(since.duration(to: now))"])
  }

  // MARK: The row

  /// Saves the row. Callers that ask at the same time share a save.
  ///
  /// - Throws: A `Problem` that says why it, or a warehouse, can't be saved.
  func probe() async throws {
    let task = state.withLock { state in
      if let probe = state.probe { return probe }
      let probe = Task.detached { [self] in
        defer { self.state.withLock { $0.probe = nil } }
        try await save()
      }
      state.probe = probe
      return probe
    }
    do {
      try await Waiting.value(of: task)
    } catch let error as StorageError {
      throw Problem.unsaved(reason(error))
    }
    forgetOldFailures()
    if let failure = state.withLock({ $0.failures.values.first }) { throw Problem.unsaved(failure.reason) }
  }

  private func save() async throws {
    do throws(StorageError) {
      let old = try await storage.load(Self.key)?.revision
      let bytes = [UInt8](repeating: UInt8(ascii: "-"), count: 4_096)
      try await storage.save(bytes, for: Self.key, expecting: old, as: StorageRevision(), wake: nil)
    } catch {
      // Another program has saved it in the meantime.
      if error.code != .superseded {
        let reason = reason(error)
        note(reason, Self.key) { $0.probeFailure = reason }
        throw error
      }
    }
    state.withLock { $0.probeFailure = nil }
    noteRecovery()
  }

  /// Forgets warehouses whose stores have given up. The next change opens them again.
  private func forgetOldFailures() {
    let now = clock.now
    state.withLock { state in
      state.failures = state.failures.filter { $0.value.instant.duration(to: now) < Self.memory }
    }
    noteRecovery()
  }

  /// While a save is failing, tries to save the row, until the task is cancelled.
  func run() async throws {
    for await _ in news {
      while state.withLock({ $0.since != nil }) {
        // Often enough, because the stores retry sooner.
        try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
        // Its failure is recorded.
        try? await probe()
      }
    }
    try Task.checkCancellation()
  }
}

extension Problem {
  /// Nothing was done, because it couldn't be saved.
  static func unsaved(_ reason: String) -> Problem {
    .refused("storageUnavailable", "Nothing can be saved now: \(reason)")
  }
}
