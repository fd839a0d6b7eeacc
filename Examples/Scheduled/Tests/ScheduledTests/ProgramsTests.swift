import Foundation
import Scheduled
import TroupeTesting
import XCTest

/// Under the same seed, the operators of swift-async-algorithms do the same in every process.
final class ProgramsTests: XCTestCase {
  private static let outputVariable = "TROUPE_TRACES"

  private static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 1_000)
  }

  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  private static func trace(_ program: Program, seed: UInt64) async throws -> String {
    let scheduler = Scheduler(seed: seed, time: .automatic)
    let steps = Steps()
    try await scheduler.run { try await program.run(steps) }
    return "\(program.name), seed \(seed): \(steps.all.joined(separator: ", ")), \(scheduler.steps) jobs"
  }

  func testTwoProcessesHaveTheSameTraces() async throws {
    async let one = Self.tracesOfAProcess()
    async let other = Self.tracesOfAProcess()
    let (first, second) = try await (one, other)
    XCTAssertEqual(first.count, Program.all.count * Self.seeds.count)
    for (first, second) in zip(first, second) where first != second { XCTFail("\(first)\n\(second)") }
    // The seeds lead to different orders, except where the operator's order is the only one.
    let distinct = Set(first.map { $0.replacing(/, seed \d+:/, with: ":") })
    XCTAssertGreaterThan(distinct.count, Program.all.count * 10)
  }

  /// Writes all traces to a file, in a process that another test starts.
  func testWritingTheTraces() async throws {
    guard let path = ProcessInfo.processInfo.environment[Self.outputVariable] else {
      throw XCTSkip("It is a part of another test.")
    }
    var lines: [String] = []
    for program in Program.all {
      for seed in Self.seeds { lines.append(try await Self.trace(program, seed: seed)) }
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func tracesOfAProcess() async throws -> [Substring] {
    let path = FileManager.default.temporaryDirectory.appending(path: "scheduled-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    let process = Process()
    process.executableURL = try URL(fileURLWithPath: XCTUnwrap(CommandLine.arguments.first))
    process.arguments = ["ScheduledTests.ProgramsTests/testWritingTheTraces"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      outputVariable: path.path, "SWIFT_DETERMINISTIC_HASHING": "1",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    XCTAssertEqual(process.terminationStatus, 0)
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
  }
}
