import Troupe
import TroupeDiagnostics

/// A call of ``StoreDirectory/run(waking:every:now:key:)``.
///
/// It belongs to its directory and is used on the directory's executor alone.
final class DirectoryRun<Key: Hashable & Sendable> {
  let now: @Sendable () -> WallClockInstant
  /// Tells it that a key may be due.
  let news = Signal()
  /// The keys that were tried within the last interval.
  var tried = KeyTable<Key, DueTry>()
  /// The keys that can't be opened, each of which was reported once.
  var failing = KeyTable<Key, Void>()
  /// The number of due keys that aren't the directory's.
  var strangers = 0
  private var hasReportedStorage = false

  init(now: @escaping @Sendable () -> WallClockInstant) { self.now = now }

  func storageAnswered() { hasReportedStorage = false }

  func storageFailed(_ error: StorageError) {
    if error.underlying is CancellationError || hasReportedStorage { return }
    hasReportedStorage = true
    reportIssue("A directory of stores can't find out which keys are due, and tries again. \(error)")
  }

  func failed(_ key: Key, _ error: any Error) {
    if error is CancellationError || error is StoreDirectoryError {
      failing[key] = nil
      return
    }
    guard failing[key] == nil else { return }
    failing[key] = ()
    reportIssue(
      """
      The store of a key that is due can't be opened. The directory tries again. Until it succeeds, what the key's state \
      waits for doesn't happen. The error: \(IssueText.failure(error))
      """
    )
  }
}

/// An attempt to open the store of a key that is due.
struct DueTry {
  /// The instant for which the state had asked.
  let wake: WallClockInstant
  /// When it began or ended, on the directory's clock.
  let since: Duration
}

/// The answer of a storage about what is due.
struct DueAnswer<Key: Sendable>: Sendable {
  /// The number of keys, with those that aren't the directory's and those that are due later.
  let count: Int
  var due: [(key: Key, wake: WallClockInstant)] = []
  var strangers = 0
  /// The time until the next key is due; nil if none is within the interval.
  var next: Duration?

  init(count: Int) { self.count = count }
}
