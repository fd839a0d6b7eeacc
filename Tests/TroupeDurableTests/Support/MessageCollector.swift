import Troupe

/// Collects issues in place of reporting them.
final class MessageCollector: IssueReporter {
  private let all = Locked<[String]>([])

  var messages: [String] { all.withLock { $0 } }

  func report(_ issue: Issue) { all.withLock { $0.append(issue.message) } }
}
