import Troupe
import XCTest

/// An XCTest case whose asynchronous tests run on a scheduler.
///
/// Each test has a separate scheduler. The test's asynchronous `setUp()`, the test itself, its asynchronous
/// `tearDown()`, and everything that they start run on this scheduler, in the order that the seed determines.
///
/// ```swift
/// final class CountdownTests: ScheduledTestCase {
///   override func makeScheduler() -> Scheduler { Scheduler(time: .automatic) }
///
///   func testTheCountdownEnds() async throws {
///     let countdown = Task {
///       // not a wait: a scheduler runs this, and its time is virtual.
///       try await Task.sleep(for: .seconds(3_600))
///       return "done"
///     }
///     let text = try await countdown.value
///     XCTAssertEqual(text, "done")
///   }
/// }
/// ```
///
/// In the test, ``Scheduler/current`` is the scheduler. If the test waits for an event that never happens,
/// the test fails when the scheduler's ``Scheduler/realTimeLimit`` is reached, and is cancelled. XCTest can't
/// abandon a test that ignores its cancellation, so the process ends with a message in that case.
///
/// Synchronous functions of the test case don't run on the scheduler. If ``Scheduler/capturesAllTasks`` is
/// false, no function of the test case runs on the scheduler.
open class ScheduledTestCase: ExploringTestCase {
  /// Creates the scheduler of one test. By default, the scheduler's order is first in, first out, and time
  /// passes only when the test advances a ``TestClock``.
  open func makeScheduler() -> Scheduler {
    // XCTest doesn't provide the location of a test, but names the test in each failure.
    Scheduler(fileID: "<unknown>", filePath: "<unknown>", line: 0, column: 0)
  }

  /// Runs the test on a scheduler.
  open override func invokeTest() {
    guard Capture.isOn else { return super.invokeTest() }
    ScheduledTestRun(name: name, on: makeScheduler()).adopt { super.invokeTest() }
  }
}
