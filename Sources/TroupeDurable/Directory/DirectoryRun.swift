import Troupe
import TroupeDiagnostics

/// The state of one call to ``StoreDirectory/run(waking:every:now:key:)``.
///
/// The object is used only on the directory's executor.
final class DirectoryRun<Key: Hashable & Sendable> {
  let now: @Sendable () -> WallClockInstant
  /// Signals that a key may be due.
  let news = Signal()
  /// The keys whose stores the directory tried to open within the last interval.
  var tried = KeyTable<Key, DueTry>()
  /// The keys whose stores can't be opened, each of which has been reported once.
  var failing = KeyTable<Key, Void>()
  /// The number of scheduled keys that don't belong to the directory.
  var strangers = 0
  private var hasReportedStorage = false

  init(now: @escaping @Sendable () -> WallClockInstant) { self.now = now }

  func storageAnswered() { hasReportedStorage = false }

  func storageFailed(_ error: StorageError) {
    if error.underlying is CancellationError || hasReportedStorage { return }
    hasReportedStorage = true
    reportOperationalIssue(
      "A store directory can't determine which keys are due, and will retry. \(error)",
      at: CallSite()
    )
  }

  func failed(_ key: Key, _ error: any Error) {
    if error is CancellationError || error is StoreDirectoryError {
      failing[key] = nil
      return
    }
    guard failing[key] == nil else { return }
    failing[key] = ()
    let message = """
      The store of the scheduled key \(IssueText.id(key)) can't be opened. The directory will retry. Until the store is open, \
      the effects that the key's state has scheduled don't start. The error: \(IssueText.failure(error))
      """
    if error is StorageError {
      reportOperationalIssue(message, at: CallSite())
    } else {
      reportIssue(message)
    }
  }
}

/// An attempt to open the store of a scheduled key.
struct DueTry {
  /// The wake instant for which the opening was scheduled.
  let wake: WallClockInstant
  /// The time at which the attempt started or ended, on the directory's clock.
  let since: Duration
}

/// A storage's answer with the scheduled keys.
struct DueAnswer<Key: Sendable>: Sendable {
  /// The number of keys, including keys that don't belong to the directory and keys that are due later.
  let count: Int
  var due: [(key: Key, wake: WallClockInstant)] = []
  var strangers = 0
  /// The time until the next key is due; nil if no key is due within the interval.
  var next: Duration?

  init(count: Int) { self.count = count }
}
