import Troupe

/// A report about a schedule under which a body fails.
struct ExplorationFailure {
  enum Outcome {
    /// The failing run was shrunk, which took the given number of runs.
    case shrunk(runs: Int)
    /// The run was repeated under the same schedule, and didn't fail in the same place.
    case didNotFailAgain
    /// XCTest has recorded the failure, so the run can't be repeated silently.
    case recorded
  }

  let seed: UInt64
  /// The run in which the body first failed.
  let found: ExploredBody.Run
  /// The run whose failures are reported.
  let told: ExploredBody.Run
  let outcome: Outcome
  /// A sentence about the trace of the reported run; nil if no trace was requested.
  let traceText: String?
  let location: CallSite
  let function: String
  var body = Exploration.Kind.test

  /// Fails the test.
  func record() {
    for failure in told.failures { failure.record(at: location) }
    reportIssue(message, at: location)
  }

  var message: String {
    """
    A schedule was found under which \(function) fails: seed \(seed), \(found.steps) steps, \
    \(found.schedule.choices) of them with a choice\(found.faults.isEmpty ? "" : ", \(found.faults.count) faults").

    Run it again: TROUPE_SEED=\(seed) swift test --filter \(function.prefix { $0 != "(" })

    \(explanation)\(traceText.map { "\n\n\($0)" } ?? "")
    """
  }

  private static let capturedCauses = """
    Look for threads, Dispatch and custom executors, system calls, and variables that the runs share. If the order of \
    a set or a dictionary matters, run the test with `SWIFT_DETERMINISTIC_HASHING=1` in the environment.
    """

  private static let uncapturedCauses = """
    Look for `Task { }` and `Task.detached` that don't run on the scheduler, a real clock, random numbers, the order \
    of a set or a dictionary, and variables that the runs share.
    """

  private var explanation: String {
    switch outcome {
    case .recorded:
      """
      The failure wasn't shrunk, because XCTest has already recorded it and would record it again in each run. \
      Derive the test case from `ExploringTestCase`, which holds failures back, so that `explore` can repeat the run.
      """
    case .didNotFailAgain:
      """
      The test didn't fail again under the same schedule, so the run depends on more than the schedule. \
      \(Scheduler.capturesAllTasks ? Self.capturedCauses : Self.uncapturedCauses)
      """
    case .shrunk where told.isPlain && body == .simulation:
      """
      The simulation also fails in first-in, first-out order and without faults, so the failure also occurs outside a simulation.
      """
    case .shrunk(let runs) where body == .simulation:
      """
      The simplest failing run has \(told.faults.count) \(told.faults.count == 1 ? "fault" : "faults")\(order) \
      (found in \(runs) runs):
      \((events + overtakings).joined(separator: "\n"))
      """
    case .shrunk where told.trace.overtakings.isEmpty:
      "The test also fails in first-in, first-out order, so the failure needs no race and also occurs without `explore`."
    case .shrunk(let runs):
      """
      The failing run nearest to first-in, first-out order has \(told.steps) steps, and differs from that order at \
      \(told.trace.overtakings.count) of them (found in \(runs) runs):
      \(overtakings.joined(separator: "\n"))
      """
    }
  }

  /// Lines that describe the faults of a simulation and their results. The middle of a long list is left out.
  private var events: [String] {
    let lines = told.events.filter(\.isReported).map { "  \($0.line)" }
    guard lines.count > 60 else { return lines }
    return lines.prefix(40) + ["  … (\(lines.count - 60) more events)"] + lines.suffix(20)
  }

  /// How a simulation's order of jobs differs from first in, first out.
  private var order: String {
    let count = told.trace.overtakings.count
    return count == 0 ? "" : ", and differs from first-in, first-out order at \(count) steps"
  }

  /// Lines that describe the steps at which the order isn't first in, first out. Adjacent steps with the same
  /// description share a line.
  private var overtakings: [String] {
    var groups: [(steps: ClosedRange<Int>, text: String)] = []
    var names = TaskNames(told.trace)
    for overtaking in told.trace.overtakings {
      let text = "\(names.name(of: overtaking.task)) ran before \(names.list(of: overtaking.overtaken))"
      if let last = groups.last, last.text == text, last.steps.upperBound == overtaking.step - 1 {
        groups[groups.count - 1].steps = last.steps.lowerBound...overtaking.step
      } else {
        groups.append((overtaking.step...overtaking.step, text))
      }
    }
    return groups.map { steps, text in
      steps.count == 1
        ? "  step \(steps.lowerBound): \(text)" : "  steps \(steps.lowerBound)–\(steps.upperBound): \(text)"
    }
  }
}
