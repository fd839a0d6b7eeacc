import Foundation
import Troupe

/// Runs a body under many schedules, to find a schedule under which it fails.
///
/// Each run has a separate scheduler, on which the body runs. The first run's order is first in, first out.
/// Seeds determine the order of the other runs. A run fails if an issue is reported, an expectation or an
/// assertion fails, or an error is thrown. After a failed run, no other seeds are tried. Instead, `explore`
/// searches for the failing run that is closest to first-in, first-out order. `explore` reports that run's
/// failures and the steps at which the run deviates from first-in, first-out order.
///
/// ```swift
/// await explore { scheduler in
///   let store = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
///     Search(search: { ["\($0)!"] })
///   }
///   await store.send(.queryChanged("a"))
///   await store.send(.queryChanged("ab"))
///   await scheduler.settle()
///   let results = await store.results
///   XCTAssertEqual(results, ["ab!"])
/// }
/// ```
///
/// `TROUPE_SEED=7 swift test --filter …` runs the body only under seed 7. `TROUPE_SEEDS` overrides the number
/// of schedules that the test sets. In XCTest, derive the test case from ``ExploringTestCase``, which holds
/// assertions back while the failing run is repeated. In Swift Testing, an expected failure in the body
/// (`withKnownIssue`) counts as a failure.
///
/// The body must create everything that it uses. Shared state, such as a variable outside the body, can make
/// two runs under the same seed differ. `explore` resumes when all runs have ended, or when it has reported a
/// failed run. Cancelling the calling task cancels the run.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - realTimeLimit: The maximum real time for which a run waits for work outside the scheduler. If a run
///     waits longer, the run fails and is cancelled. If the cancelled run hasn't ended after the same amount
///     of time, the run is abandoned.
///   - time: The policy by which time passes while the body is waiting. By default, time passes only when the
///     body advances a ``TestClock``.
///   - workers: The number of processes that try the schedules. If there is more than one process, each
///     process runs the same executable, but only this test, with a part of the seeds. Each process also runs
///     the test's code that precedes the exploration. After 2,500 schedules, another process replaces a
///     process, so that what its runs leave behind is freed. If a seed fails in another process, the test's
///     process repeats the run under this seed. A parameterized test of Swift Testing runs only in the test's
///     process.
///   - fileID: The file of the issue that describes how to repeat a failure.
///   - filePath: The file's path.
///   - line: The line of that issue.
///   - column: The column of that issue.
///   - function: The test's name, for the command that reproduces a failure.
///   - body: The operation to run. It starts on the scheduler, unless the operation is isolated to an actor.
nonisolated(nonsending)
  public func explore(
    schedules: Int = 1_000,
    realTimeLimit: Duration = .seconds(10),
    time: TimePolicy = .manual,
    workers: Int = 1,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    _ body: nonisolated(nonsending) @escaping (Scheduler) async throws -> Void
  ) async
{
  let explored = ExploredBody(
    realTimeLimit: realTimeLimit,
    time: time,
    location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
    body: body
  )
  await Exploration.run(explored, schedules: schedules, workers: workers, function: function, kind: .test)
}

extension Exploration {
  /// Runs a body under many schedules, in this process or in worker processes, and reports a failure.
  ///
  /// - Parameter runsOfWorker: The number of seeds that a worker process tries before another process
  ///   replaces it.
  package static func run(
    _ explored: ExploredBody,
    schedules: Int,
    workers: Int,
    runsOfWorker: Int = 2_500,
    function: StaticString,
    kind: Kind
  ) async {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? UInt64(max(schedules, 0))
    let seed = environment["TROUPE_SEED"].flatMap(UInt64.init)
    let location = explored.location
    if let order = WorkerOrder.current {
      guard order.place == "\(location)" else { return }
      do {
        return try await order.carryOut(explored)
      } catch {
        return reportIssue(
          "The run's result can't be written for the exploring process: \(error)",
          at: location
        )
      }
    }
    var seeds = seed.map { $0..<($0 + 1) } ?? 0..<count
    var finding: ExplorationWorkers.Finding?
    if seed == nil, workers > 1, let arguments = ExplorationWorkers.argumentsOfCurrentTest {
      let workers = ExplorationWorkers(
        seeds: seeds,
        count: workers,
        runsOfProcess: runsOfWorker,
        arguments: arguments,
        location: location
      )
      finding = await workers.find()
      // If the workers found nothing, all seeds have been tried.
      guard case .failed(let seed) = finding else {
        guard let finding else { return }
        return reportIssue(WorkerFailure(finding: finding, function: "\(function)").message, at: location)
      }
      seeds = seed..<seed + 1
    }
    let exploration = Exploration(seeds: seeds, function: "\(function)", kind: kind)
    if kind == .simulation, let difference = await exploration.difference(explored) {
      return reportIssue(difference, at: location)
    }
    if let failure = await exploration.findFailure(explored) {
      failure.record()
    } else if let finding, !Task.isCancelled {
      reportIssue(WorkerFailure(finding: finding, function: "\(function)").message, at: location)
    }
  }
}
