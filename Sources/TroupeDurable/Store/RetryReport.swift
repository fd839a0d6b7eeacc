import Troupe
import TroupeDiagnostics

/// Reports that a storage failed and that a store retries. Otherwise, nobody would know what the store waits
/// for.
struct RetryReport: Sendable {
  /// The line that made the store.
  let location: SourceLocation
  /// The reporters of that line. A store saves in tasks outside of all others.
  private let setting = IssueReporting.setting

  init(location: SourceLocation) { self.location = location }

  func report(_ error: StorageError) {
    // A cancelled call isn't a failure, and a fault that a test injects is no news to the test.
    if error.underlying is CancellationError || error.underlying is MemoryStorage.InjectedFault { return }
    IssueReporting.with(setting) {
      reportIssue(
        """
        A store waits for its storage, and retries. Until the storage answers, the store isn't opened, or its turns aren't saved \
        and nothing leaves it. \(error)
        """,
        at: location
      )
    }
  }
}
