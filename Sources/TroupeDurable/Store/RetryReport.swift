import Troupe
import TroupeDiagnostics

/// Reports that a storage failed and that a store is retrying. Without this report, users couldn't find out
/// why the store is waiting.
struct RetryReport: Sendable {
  /// The line that created the store.
  let location: CallSite
  /// The issue reporters at that line. A store saves in detached tasks, which don't inherit the reporters.
  private let setting = IssueReporting.setting

  init(location: CallSite) { self.location = location }

  func report(_ error: StorageError) {
    // A cancelled call isn't a failure, and a fault that a test injects needs no report.
    if error.underlying is CancellationError || error.underlying is MemoryStorage.InjectedFault { return }
    IssueReporting.with(setting) {
      reportOperationalIssue(
        """
        A store is waiting for its storage and is retrying. Until the storage answers, the store isn't opened, or its turns \
        aren't saved and their results aren't visible. \(error)
        """,
        at: location
      )
    }
  }
}
