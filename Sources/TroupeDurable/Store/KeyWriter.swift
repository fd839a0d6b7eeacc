import Troupe

/// Writes the values of one key, one after another, as long as no other writer does.
///
/// It resolves saves with an unknown outcome by looking for their revisions. The revisions of all attempts of
/// a write stay valid until one of the attempts is known to be saved, because an attempt may still arrive
/// after a load that didn't find it. When one attempt is saved, the others can no longer be saved, because
/// the revision that they expect no longer exists.
final class KeyWriter: Sendable {
  let storage: any Storage
  let key: StorageKey
  private let retry: Backoff
  private let clock: any Clock<Duration>
  private let report: RetryReport
  /// The stored revision, as far as this writer knows.
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

  /// Replaces the value, and retries a limited number of times while the storage is unavailable. Call it from
  /// one task at a time.
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
        // An earlier attempt of this writer may have superseded it.
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
  /// Whether an attempt may have saved the value: the storage hasn't refused it, or hasn't answered.
  let mayBeSaved: Bool
}

/// The attempts at a call of a storage that may be unavailable.
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

  /// Waits before the next attempt. Throws the last attempt's error if no attempt is left or a retry can't
  /// help, and `unavailable` if the task is cancelled.
  mutating func wait(after error: StorageError) async throws(StorageError) {
    count += 1
    guard !error.isPermanent, let delay = retry.delay(beforeAttempt: count) else { throw error }
    if !isReported, error.code == .unavailable {
      isReported = true
      report.report(error)
    }
    do { try await clock.promptSleep(for: delay) } catch { throw .unavailable(key, because: error) }
  }

  /// Repeats a call while it throws `unavailable`.
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
