import Foundation
import Troupe

/// Runs a body under many schedules, to find a schedule under which it fails.
///
/// Each run has a separate scheduler, on which the body runs. The first run is first in, first out. Seeds
/// determine the order of the others. A run fails if an issue is reported, an expectation or an assertion
/// fails, or an error is thrown. After a failed run, no other seeds are tried. The reported failures are from
/// the failing run that is closest to first in, first out, with the steps at which it differs from that
/// order.
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
/// `TROUPE_SEED=7 swift test --filter …` runs the body under that seed only. `TROUPE_SEEDS` sets the number
/// of schedules, and overrides the test's number. In XCTest, derive the test case from ``ExploringTestCase``,
/// which holds assertions back while the failing run is repeated. In Swift Testing, an expected failure in
/// the body (`withKnownIssue`) counts as a failure.
///
/// The body has to create everything that it uses: state that runs share, such as a variable outside, can
/// make them differ. It resumes when all runs have ended, or when one run has failed and was reported.
/// Cancelling the calling task cancels the run.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - realTimeLimit: The maximum real time for which a run waits for work outside the scheduler. A run that
///     waits longer has failed and is cancelled. If it hasn't ended after the same time again, it is
///     abandoned.
///   - time: The policy by which time passes while the body waits. By default, time passes only when the body
///     advances a ``TestClock``.
///   - workers: The number of processes that try the schedules. With more than one, each is the test's own
///     executable, which runs the same test alone, with a part of the seeds. What precedes the exploration in
///     the test also runs there. The process that runs the test tries a failed seed once more. A test of
///     Swift Testing that has parameters runs in its own process.
///   - fileID: The file of the message that describes how to repeat a failure.
///   - filePath: The path of that file.
///   - line: The line of that message.
///   - column: The column of that message.
///   - function: The test, named in the command that reproduces a failure.
///   - body: The work to run. It starts on the scheduler, unless it is isolated to an actor.
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
  let environment = ProcessInfo.processInfo.environment
  let count = environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? UInt64(max(schedules, 0))
  let seed = environment["TROUPE_SEED"].flatMap(UInt64.init)
  let explored = ExploredBody(
    realTimeLimit: realTimeLimit,
    time: time,
    location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
    body: body
  )
  let location = explored.location
  if let order = WorkerOrder.current {
    guard order.place == "\(location)" else { return }
    do {
      return try await order.carryOut(explored)
    } catch {
      return reportIssue("The result can't be written for the process that explores: \(error)", at: location)
    }
  }
  var seeds = seed.map { $0..<($0 + 1) } ?? 0..<count
  var finding: ExplorationWorkers.Finding?
  if seed == nil, workers > 1, let arguments = ExplorationWorkers.argumentsOfCurrentTest {
    let workers = ExplorationWorkers(seeds: seeds, count: workers, arguments: arguments, location: location)
    finding = await workers.find()
    // Without a finding, no seed is left to try.
    guard case .failed(let seed) = finding else {
      guard let finding else { return }
      return reportIssue(WorkerFailure(finding: finding, function: "\(function)").message, at: location)
    }
    seeds = seed..<seed + 1
  }
  let exploration = Exploration(seeds: seeds, function: "\(function)")
  if let failure = await exploration.findFailure(explored) {
    failure.record()
  } else if let finding, !Task.isCancelled {
    reportIssue(WorkerFailure(finding: finding, function: "\(function)").message, at: location)
  }
}
