import TroupeClassic

/// A place where tests note what happened, from any task.
final class Collector<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Collects issues instead of failing the test.
final class IssueCollector: IssueReporter {
  private let issues = Collector<Issue>()

  var messages: [String] { issues.all.map(\.message) }
  var all: [Issue] { issues.all }

  func report(_ issue: Issue) { issues.append(issue) }
}

/// Waits until the task is cancelled, and then throws.
func waitForCancellation() async throws {
  for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  try Task.checkCancellation()
}

extension Store {
  /// The names of the effects that run and haven't been cancelled.
  var activeNames: [String] { runningEffects.filter { !$0.isCancelled }.map { $0.name ?? "" }.sorted() }
}
