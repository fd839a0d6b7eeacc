import Foundation
import TestSupport
import Troupe
import XCTest

@testable import TroupeTesting

/// Under the same seed, programs that know nothing of schedulers do the same, in every process.
final class ProgramsTests: XCTestCase {
  private static let outputVariable = "TROUPE_TRACES"

  private static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 30)
  }

  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  // S831
  func testTheSameSeedGivesTheSameTrace() async throws {
    XCTAssertGreaterThanOrEqual(ConcurrentProgram.all.count, 20)
    var varied = 0
    for program in ConcurrentProgram.all {
      // Only the processes of the test below have sets in the same order.
      if program.name.hasSuffix("of a set") { continue }
      var traces: Set<[String]> = []
      for seed in Self.seeds {
        let trace = try await program.trace(seed: seed)
        let again = try await program.trace(seed: seed)
        XCTAssertEqual(trace, again, "\(program.name), seed \(seed)")
        traces.insert(trace)
      }
      if traces.count > 1 { varied += 1 }
    }
    XCTAssertGreaterThanOrEqual(varied, 18, "seeds lead to different traces")
  }

  // S831
  func testTwoProcessesHaveTheSameTraces() async throws {
    let first = try await Self.tracesOfAProcess()
    let second = try await Self.tracesOfAProcess()
    XCTAssertEqual(first.count, ConcurrentProgram.all.count * Self.seeds.count)
    for (first, second) in zip(first, second) where first != second { XCTFail("\(first)\n\(second)") }
  }

  /// Writes all traces to a file, in a process that another test starts.
  func testWritingTheTraces() async throws {
    guard let path = ProcessInfo.processInfo.environment[Self.outputVariable] else {
      throw XCTSkip("It is a part of another test.")
    }
    var lines: [String] = []
    for program in ConcurrentProgram.all {
      for seed in Self.seeds {
        lines.append(
          "\(program.name), seed \(seed): \(try await program.trace(seed: seed).joined(separator: ", "))"
        )
      }
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func tracesOfAProcess() async throws -> [Substring] {
    let path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    let process = Process()
    process.executableURL = try URL(fileURLWithPath: XCTUnwrap(CommandLine.arguments.first))
    process.arguments = ["TroupeTestingTests.ProgramsTests/testWritingTheTraces"]
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
