import Synchronization
import Testing
import Troupe
import XCTest

/// A failure in a run of an explored body. The failure is held back until the exploration reports it.
enum RunFailure: Sendable {
  /// A reported issue.
  case issue(ReportedIssue)
  /// A failed expectation of Swift Testing.
  case expectation(Testing.Issue)
  /// A failed assertion of XCTest.
  case assertion(file: String, line: Int, record: @Sendable () -> Void)
  /// A failed assertion of XCTest that is already recorded, because it couldn't be held back.
  case recorded(file: String, line: Int)
  /// An error that the body threw.
  case error(any Error)

  /// The location of the failure. Two failures with the same location count as the same failure.
  var place: String {
    switch self {
    case .issue(let issue): "\(issue.location)"
    case .expectation(let issue): issue.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? "\(issue.kind)"
    case .assertion(let file, let line, _), .recorded(let file, let line): "\(file):\(line)"
    case .error(let error): "\(type(of: error))"
    }
  }

  /// The failure as a line of a picture.
  var text: String {
    switch self {
    case .issue(let issue): issue.description
    case .expectation(let issue): "\(issue)"
    case .assertion, .recorded: "An assertion failed at \(place)."
    case .error(let error): "The body threw an error: \(error)"
    }
  }

  /// Whether the test has already failed because of this failure.
  var isRecorded: Bool {
    if case .recorded = self { true } else { false }
  }

  /// Fails the test.
  ///
  /// - Parameter location: The location to report if the failure has none.
  func record(at location: CallSite) {
    switch self {
    case .issue(let issue):
      reportIssue(issue.message, at: issue.location)
    case .expectation(let issue):
      Testing.Issue.record(
        Comment(rawValue: "\(issue)"),
        sourceLocation: issue.sourceLocation ?? Testing.SourceLocation(location)
      )
    case .assertion(_, _, let record):
      record()
    case .recorded:
      break
    case .error(let error):
      reportIssue(
        "The body threw an error: \(IssueText.error(error, showsPayloads: true))",
        at: location
      )
    }
  }
}

/// Collects the failures of one run.
final class RunFailures: IssueReporter {
  /// The failures of the run to which the current task belongs. If a store's work has no particular caller,
  /// the work's failures are found only through the run's issue reporters.
  static var current: RunFailures? {
    bound ?? find(in: IssueReporting.setting.reporters ?? [])
  }

  private static func find(in reporters: [any IssueReporter]) -> RunFailures? {
    for reporter in reporters {
      if let failures = reporter as? RunFailures { return failures }
      if let process = reporter as? ProcessReporter, let found = find(in: process.reporters) { return found }
    }
    return nil
  }

  @TaskLocal static var bound: RunFailures?

  private let failures = Locked<[RunFailure]>([])
  private let isClosed = Atomic(false)

  var all: [RunFailure] { failures.withLock { $0 } }

  func add(_ failure: RunFailure) {
    if isClosed.load(ordering: .acquiring) { return }
    failures.withLock { $0.append(failure) }
  }

  /// Ignores all later failures. A simulation calls this method before it unwinds its processes.
  func close() { isClosed.store(true, ordering: .releasing) }

  func report(_ issue: ReportedIssue) { add(.issue(issue)) }
}

/// Observes failures that XCTest test cases have already recorded.
final class FailureObserver: NSObject, XCTestObservation {
  private let failures: RunFailures

  init(_ failures: RunFailures) { self.failures = failures }

  func testCase(
    _ testCase: XCTestCase,
    didFailWithDescription description: String,
    inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    failures.add(.recorded(file: filePath ?? "", line: lineNumber))
  }
}
