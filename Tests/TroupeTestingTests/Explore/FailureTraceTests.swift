import Foundation
import TraceChecking
import Troupe
import XCTest

@testable import TroupeTesting

/// The traces of failed explorations.
final class FailureTraceTests: XCTestCase {
  private var folder = ""

  override func setUp() {
    folder = FileManager.default.temporaryDirectory.appending(path: "troupe-traces-\(UUID().uuidString)").path
  }

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func failure(tracesIn folder: String?) async -> ExplorationFailure? {
    let feature = LateResponse(isCorrected: false)
    let body = ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) {
      try await feature.run(on: $0)
    }
    return await Exploration(seeds: 0..<1_000, function: "testX()", traceFolder: folder).findFailure(body)
  }

  // S843
  func testAFailureHasATraceOfTheReportedRun() async throws {
    let found = await failure(tracesIn: folder)
    let failure = try XCTUnwrap(found)
    let path = "\(folder)/FailureTraceTests-testX-seed-\(failure.seed).json"
    XCTAssertTrue(failure.message.hasSuffix("\n\nA trace of that run is in \(path)."), failure.message)
    let trace = try Trace(String(contentsOfFile: path, encoding: .utf8))
    XCTAssertEqual(trace.problems, [])
    XCTAssertTrue(trace.slices.contains { $0.category == "action" })
    // The reported run alone, and none of those that were tried before.
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder).count, 1)
  }

  // S843
  func testTheTraceContainsTheSchedule() async throws {
    let found = await failure(tracesIn: folder)
    let failure = try XCTUnwrap(found)
    let path = "\(folder)/FailureTraceTests-testX-seed-\(failure.seed).json"
    let trace = try Trace(String(contentsOfFile: path, encoding: .utf8))
    let jobs = trace.slices.filter { $0.category == "job" }.sorted { $0.begin < $1.begin }
    XCTAssertEqual(jobs.map { $0.arguments["step"] }, (1...failure.told.steps).map { "\($0)" })
    XCTAssertEqual(Set(jobs.map { trace.trackNames[$0.track.process] }), ["schedule"])
    // The jobs run one after another.
    for (job, next) in zip(jobs, jobs.dropFirst()) {
      XCTAssertLessThan(try XCTUnwrap(job.end), next.begin)
    }
    let overtakings = failure.told.trace.overtakings
    XCTAssertFalse(overtakings.isEmpty)
    XCTAssertEqual(
      jobs.filter { $0.arguments["before"] != nil }.map { $0.arguments["step"] },
      overtakings.map { "\($0.step)" }
    )
    var names = TaskNames(failure.told.trace)
    for (job, overtaking) in zip(jobs.filter { $0.arguments["before"] != nil }, overtakings) {
      XCTAssertEqual(job.name, names.name(of: overtaking.task))
      XCTAssertEqual(job.arguments["before"], names.list(of: overtaking.overtaken))
    }
    // Each action is reduced in a job.
    for action in trace.slices where action.category == "action" {
      let (begin, end) = (action.begin, try XCTUnwrap(action.end))
      XCTAssertTrue(jobs.contains { $0.begin < begin && end < $0.end ?? 0 }, "\(action)")
    }
  }

  // S843
  func testATraceThatCannotBeWrittenIsReported() async throws {
    try "".write(toFile: folder, atomically: true, encoding: .utf8)
    let found = await failure(tracesIn: folder)
    let failure = try XCTUnwrap(found)
    XCTAssertTrue(failure.message.contains("\n\nA trace of that run can't be written: "), failure.message)
  }

  // S843
  func testWithoutAFolderThereIsNoTrace() async throws {
    let found = await failure(tracesIn: nil)
    let failure = try XCTUnwrap(found)
    XCTAssertFalse(failure.message.contains("trace"), failure.message)
  }
}
