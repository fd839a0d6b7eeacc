import Foundation
import Testing

/// A second run of this test program, for the tests that show how a test fails.
///
/// Such tests expect their failures with `withKnownIssue`, which prints them. In a separate run, their output
/// is read instead, and shown only if they don't pass.
enum InnerRun {
  private static let variable = "TROUPE_INNER_RUN"

  /// Whether this process is the second run.
  static var isThis: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  /// The exit status and the output of the second run.
  static func result() async throws -> (status: Int32, output: String) {
    let path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: path.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: path) }
    let process = Process()
    process.executableURL = try URL(fileURLWithPath: #require(CommandLine.arguments.first))
    process.arguments = ["--testing-library", "swift-testing", "--filter", "SwiftTestingTests.*FailureSuite"]
    process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: path)
    process.standardError = process.standardOutput
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    return (process.terminationStatus, try String(contentsOf: path, encoding: .utf8))
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the tests of a suite only in the second run of the program.
  static var inInnerRun: Self { .enabled(if: InnerRun.isThis, "They run in a process of their own.") }
}

@Suite struct InnerRunSuite {
  @Test(.disabled(if: InnerRun.isThis)) func theTestsThatFailAsExpectedPass() async throws {
    let (status, output) = try await InnerRun.result()
    #expect(status == 0, "\(output)")
    // Each of them has at least one known issue: none was skipped.
    #expect(output.contains(/Test run with 11 tests in 4 suites passed .* with 12 known issues/), "\(output)")
  }
}
