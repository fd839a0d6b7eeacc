import Troupe
import TroupeTestingHooks
import XCTest

/// The runs of a scheduler for one test of XCTest.
///
/// For each asynchronous function of a test case, XCTest's thread creates a task and waits in a run loop for
/// the task's end. Meanwhile, another thread runs the scheduler until the task has ended.
final class ScheduledTestRun: Sendable {
  /// A task that XCTest has created.
  private typealias Function = Task<Void, Never>

  private let name: String
  private let scheduler: Scheduler
  /// The issue reporters of the code that runs the test.
  private let reporters = IssueReporting.reporters
  /// The run for the newest task.
  private let last = Locked<Task<Void, Never>?>(nil)

  init(name: String, on scheduler: Scheduler) {
    self.name = name
    self.scheduler = scheduler
  }

  /// Returns the run to which the hooks have a pointer. `adopt` keeps the run alive.
  static func at(_ pointer: UnsafeRawPointer) -> ScheduledTestRun {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Calls a function of XCTest that runs a test on this thread, and captures the tasks that XCTest creates
  /// for the test.
  ///
  /// The method returns when the scheduler has run all jobs of these tasks.
  func adopt(_ body: () -> Void) {
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    troupe_set_test(UnsafeRawPointer(Capture.pointer(to: scheduler)), pointer)
    body()
    troupe_set_test(nil, nil)
    guard let last = last.withLock(\.self) else { return }
    let hasEnded = XCTestExpectation(description: "The scheduler has run all jobs of the test.")
    Task.detached {
      await last.value
      hasEnded.fulfill()
    }
    // The run's real-time limit ends this wait. During the wait, the main actor's jobs run on this thread.
    _ = XCTWaiter.wait(for: [hasEnded], timeout: 30 * 24 * 60 * 60)
  }

  /// Runs the scheduler until a task that XCTest has created has ended.
  ///
  /// XCTest calls the next function as soon as the previous function's task is about to return. The next task
  /// starts only after the previous run, because otherwise the threads' speed would determine which of the
  /// previous run's last jobs run before the task.
  ///
  /// - Parameters:
  ///   - pointer: The task.
  ///   - firstJob: The job that starts the task; nil if the job has already been enqueued.
  func add(_ pointer: UnsafeMutableRawPointer, startingWith firstJob: UnownedJob?) {
    // XCTest's closure returns nothing and catches errors. A `Task` is a reference to the runtime's object.
    let function = unsafeBitCast(pointer, to: Function.self)
    last.withLock { last in
      last = Task.detached { [last] in
        await last?.value
        if let firstJob { self.scheduler.add(firstJob, .captured) }
        await self.run(function)
      }
    }
  }

  private func run(_ function: Function) async {
    do {
      try await withIssueReporters(reporters) {
        try await scheduler.run(at: scheduler.location) {
          await withTaskCancellationHandler {
            await function.value
          } onCancel: {
            function.cancel()
          }
        }
      }
    } catch {
      // XCTest would wait for the task, which never ends.
      fatalError("\(name) can't be abandoned, so the process ends. The issue above names the cause.")
    }
  }
}
