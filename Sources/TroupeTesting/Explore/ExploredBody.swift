import Testing
import Troupe
import TroupeInstruments
import XCTest

/// A body that an exploration runs under one schedule after another.
package struct ExploredBody: Sendable {
  /// The result of a run.
  struct Run: Sendable {
    let failures: [RunFailure]
    let schedule: Schedule
    /// The faults that a simulation injected.
    let faults: [FaultChoice]
    let steps: Int
    let trace: TaskTrace
    /// The recorded events of a simulation; empty if the run isn't traced.
    let events: [RunEvent]

    /// Whether the run's order was first in, first out, and no faults were injected.
    var isPlain: Bool { schedule.departures.isEmpty && faults.isEmpty }

    /// Returns whether this run failed in the same place as another run.
    func fails(like other: Run) -> Bool {
      !Set(failures.map(\.place)).isDisjoint(with: other.failures.map(\.place))
    }
  }

  private let realTimeLimit: Duration
  private let time: TimePolicy
  /// The location of the exploration.
  package let location: CallSite
  private let body: @Sendable (Scheduler) async throws -> Void

  /// Wraps a body that needn't be sendable. No other code may use the body while the body is running.
  package init(
    realTimeLimit: Duration,
    time: TimePolicy = .manual,
    location: CallSite,
    body: nonisolated(nonsending) @escaping (Scheduler) async throws -> Void
  ) {
    self.realTimeLimit = realTimeLimit
    self.time = time
    self.location = location
    // This is sound because a run returns only after the body has returned or was abandoned. The caller
    // waits, so the body has exclusive access to its captures, as in any call. An abandoned body never runs
    // again on the scheduler. `ExploreTests` under the thread sanitizer would catch a violation.
    nonisolated(unsafe) let body = body
    self.body = { try await body($0) }
  }

  /// Runs the body under a seed and collects its failures without reporting them.
  func run(seed: UInt64, isTraced: Bool = false) async -> Run {
    let schedule = Schedule(seed: seed)
    return await run(
      Scheduler(
        schedule: schedule,
        seed: seed,
        realTimeLimit: realTimeLimit,
        time: time,
        isTraced: isTraced,
        location: location
      ),
      FaultChoices()
    )
  }

  /// Runs the body again under an earlier run's schedule and faults, or under a schedule that is closer to
  /// first in, first out, and with fewer faults.
  ///
  /// The time limit for work outside the scheduler is lower, because many such runs are needed and some get
  /// stuck.
  func run(
    _ departures: [Schedule.Departure],
    _ faults: [FaultChoice],
    seed: UInt64,
    isTraced: Bool = false,
    recorder: TraceFile? = nil
  ) async -> Run {
    await run(
      Scheduler(
        schedule: Schedule(departures: departures),
        seed: seed,
        realTimeLimit: min(realTimeLimit, .milliseconds(250)),
        time: time,
        isTraced: isTraced,
        recorder: recorder,
        location: location
      ),
      FaultChoices(given: faults)
    )
  }

  private func run(_ scheduler: Scheduler, _ faults: FaultChoices) async -> Run {
    scheduler.state.withLock { $0.faults = faults }
    let failures = RunFailures()
    let observer = Test.current == nil ? FailureObserver(failures) : nil
    observer.map(XCTestObservationCenter.shared.addTestObserver)
    defer { observer.map(XCTestObservationCenter.shared.removeTestObserver) }
    let (body, location) = (body, location)
    let run: @Sendable () async -> Void = {
      do {
        try await scheduler.run(at: location) {
          // Values that one run has shared aren't there in the next.
          try await SharedCells.withNew { try await body(scheduler) }
        }
      } catch is RunAbandoned {
        // The scheduler has reported the abandoned run.
      } catch {
        failures.add(.error(error))
      }
    }
    await withIssueReporters([failures]) {
      await RunFailures.$bound.withValue(failures) {
        await Self.withoutExpectations(to: failures, run)
      }
    }
    return scheduler.state.withLock { state in
      Run(
        failures: failures.all,
        schedule: state.schedule,
        faults: state.faults.made,
        steps: state.steps,
        trace: state.trace,
        events: state.events
      )
    }
  }

  /// Runs an operation. In a test of Swift Testing, the operation's issues are added to `failures` instead of
  /// failing the test.
  private static func withoutExpectations(
    to failures: RunFailures,
    _ operation: @Sendable () async -> Void
  ) async {
    guard let test = Test.current else { return await operation() }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      failures.add(.expectation(issue))
      return nil
    }
    do {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    } catch {
      failures.add(.error(error))
    }
  }
}
