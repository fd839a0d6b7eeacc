import Troupe

/// Writes the values of one key, one after another, until another writer replaces a value.
///
/// After a save with an unknown outcome, the writer loads the key and compares the stored revision with the
/// revisions of its attempts. An attempt may still arrive after a load that didn't find its revision, so the
/// revisions of all attempts at a write are remembered until one attempt is known to be saved. Then the other
/// attempts can no longer be saved, because the revision that they expect no longer exists.
final class KeyWriter: Sendable {
  let storage: any Storage
  let key: StorageKey
  private let retry: Backoff
  private let clock: any Clock<Duration>
  private let report: RetryReport
  /// The revision that this writer expects in the storage; nil if it expects no value.
  private let current: Locked<StorageRevision?>

  init(
    _ storage: any Storage,
    _ key: StorageKey,
    replacing current: StorageRevision?,
    retry: Backoff,
    clock: any Clock<Duration>,
    report: RetryReport
  ) {
    self.storage = storage
    self.key = key
    self.retry = retry
    self.clock = clock
    self.report = report
    self.current = Locked(current)
  }

  /// The revision that the writer expects in the storage; nil if it expects no value.
  var revision: StorageRevision? { current.withLock { $0 } }

  /// Replaces the value and retries a limited number of times while the storage is unavailable. Call this
  /// method from one task at a time.
  ///
  /// - Throws: A ``WriteFailure`` with a ``StorageError``: `superseded` if another writer has replaced the
  ///   value; `unavailable` if all attempts failed; `corrupt` if the stored value can't be read.
  func write(_ bytes: [UInt8], wake: WallClockInstant?) async throws(WriteFailure) {
    var open: Set<StorageRevision> = []
    do throws(StorageError) {
      try await write(bytes, wake: wake, &open)
    } catch {
      throw WriteFailure(error: error, mayBeSaved: !open.isEmpty)
    }
  }

  /// - Parameter open: The revisions of the attempts with an unknown outcome.
  private func write(
    _ bytes: [UInt8],
    wake: WallClockInstant?,
    _ open: inout Set<StorageRevision>
  ) async throws(StorageError) {
    let expected = current.withLock { $0 }
    var attempts = Attempts(retry: retry, clock: clock, key: key, report: report)
    while true {
      let revision = StorageRevision()
      do throws(StorageError) {
        try await storage.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
        return current.withLock { $0 = revision }
      } catch {
        switch error.code {
        case .unavailable:
          open.insert(revision)
          try await attempts.wait(after: error)
        // An earlier attempt of this writer may have superseded the save.
        case .superseded where !open.isEmpty: break
        default: throw error
        }
      }
      let found = try await find(&attempts)
      if let found, open.contains(found) { return current.withLock { $0 = found } }
      if found != expected { throw .superseded(key) }
    }
  }

  private func find(_ attempts: inout Attempts) async throws(StorageError) -> StorageRevision? {
    try await attempts.repeatedly { () throws(StorageError) in try await storage.load(key) }?.revision
  }
}

/// The reason why a value couldn't be written.
struct WriteFailure: Error {
  let error: StorageError
  /// Whether an attempt has an unknown outcome, so that the attempt may have saved the value.
  let mayBeSaved: Bool
}

/// The attempts at a call to a storage that may be unavailable.
struct Attempts {
  let retry: Backoff
  let clock: any Clock<Duration>
  let key: StorageKey
  let report: RetryReport
  private var count = 0
  private var isReported = false

  init(retry: Backoff, clock: any Clock<Duration>, key: StorageKey, report: RetryReport) {
    self.retry = retry
    self.clock = clock
    self.key = key
    self.report = report
  }

  /// Waits before the next attempt. Throws the last attempt's error if no attempts are left or a retry can't
  /// help. Throws `unavailable` if the task is cancelled.
  mutating func wait(after error: StorageError) async throws(StorageError) {
    count += 1
    guard !error.isPermanent, let delay = retry.delay(beforeAttempt: count) else { throw error }
    if !isReported, error.code == .unavailable {
      isReported = true
      report.report(error)
    }
    do { try await clock.promptSleep(for: delay) } catch { throw .unavailable(key, because: error) }
  }

  /// Repeats a call while it throws `unavailable` and attempts are left.
  mutating func repeatedly<Result>(
    _ call: () async throws(StorageError) -> Result
  ) async throws(StorageError) -> Result {
    while true {
      do throws(StorageError) {
        return try await call()
      } catch {
        guard error.code == .unavailable else { throw error }
        try await wait(after: error)
      }
    }
  }
}
