import Foundation
import Troupe
import TroupeDiagnostics

/// Runs a body under many schedules, to find one under which it fails.
///
/// Each run has a scheduler of its own, on which the body runs. The first order is first in, first out; the others
/// are decided by seeds. A run fails when an issue is reported, an expectation or an assertion isn't met, or an error
/// is thrown. Then no other seeds are tried. The failures are told as those of the run nearest to first in, first out
/// that still fails, with the steps at which it departs from that order.
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
/// `TROUPE_SEED=7 swift test --filter …` runs the body under that seed alone, and `TROUPE_SEEDS` says how many
/// schedules are tried, whatever the test says. In XCTest, derive the test case from ``ExploringTestCase``, so that
/// its assertions can be kept back while the failing run is repeated. In Swift Testing, an expected failure inside of
/// the body (`withKnownIssue`) counts like any other.
///
/// The body makes everything that it needs anew: what runs share, such as a variable outside, can make them differ.
/// It resumes when all runs have ended, or one has failed and was told. Cancelling the calling task cancels the run.
///
/// - Parameters:
///   - schedules: How many schedules are tried.
///   - outsideLimit: How long a run may wait, in real time, for what comes from outside of the scheduler. Then it has failed
///     and is cancelled, and one that hasn't ended as long again after that is abandoned.
///   - fileID: The file at which it is told how to repeat a failure.
///   - filePath: The path of that file.
///   - line: The line at which it is told.
///   - column: The column at which it is told.
///   - function: The test, named in the command that repeats a failure.
///   - body: What is run. It starts on the scheduler, unless it is isolated to an actor.
nonisolated(nonsending)
  public func explore(
    schedules: Int = 1_000,
    outsideLimit: Duration = .seconds(10),
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
    outsideLimit: outsideLimit,
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    body: body
  )
  let exploration = Exploration(seeds: seed.map { $0..<($0 + 1) } ?? 0..<count, function: "\(function)")
  guard let failure = await exploration.findFailure(explored) else { return }
  failure.record()
}
