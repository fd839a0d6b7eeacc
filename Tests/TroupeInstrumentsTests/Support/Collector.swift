import Troupe

/// A place where tests note what happened, from any task.
final class Collector<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Collects issues instead of failing the test.
final class IssueCollector: IssueReporter {
  private let issues = Collector<Issue>()

  var all: [Issue] { issues.all }

  func report(_ issue: Issue) { issues.append(issue) }
}

/// Waits until the task is cancelled, and then throws.
func waitForCancellation() async throws {
  for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  try Task.checkCancellation()
}
