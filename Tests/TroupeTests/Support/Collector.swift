import Synchronization
import Troupe

/// A place where tests note what happened, from any task.
final class Collector<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { elements.withLock { $0.count } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Collects issues instead of failing the test.
final class IssueCollector: IssueReporter {
  private let issues = Collector<Issue>()

  var messages: [String] { issues.all.map(\.message) }
  var all: [Issue] { issues.all }

  func report(_ issue: Issue) { issues.append(issue) }
}

/// Counts its live instances, to show that nothing leaks.
final class Counted: Sendable {
  static let live = Mutex(0)

  init() { Self.live.withLock { $0 += 1 } }
  deinit { Self.live.withLock { $0 -= 1 } }
}
