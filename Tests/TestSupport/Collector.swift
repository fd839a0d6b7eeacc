import Troupe

/// Collects what happened, from any task.
package final class Collector<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  package init() {}

  package var all: [Element] { elements.withLock { $0 } }
  package var count: Int { elements.withLock { $0.count } }

  package func clear() { elements.withLock { $0 = [] } }

  package func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Collects issues instead of failing the test.
package final class IssueCollector: IssueReporter {
  private let issues = Collector<ReportedIssue>()

  package init() {}

  package var messages: [String] { issues.all.map(\.message) }
  package var all: [ReportedIssue] { issues.all }
  package var count: Int { issues.count }

  package func report(_ issue: ReportedIssue) { issues.append(issue) }
}
