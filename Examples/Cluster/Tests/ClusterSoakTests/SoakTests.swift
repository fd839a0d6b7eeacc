import Foundation
import XCTest

/// The program, run as `.ci/soak` does, for a shorter time.
final class SoakTests: XCTestCase {
  func testNodesThatAreDisturbedKeepOneHistoryForEachKey() async throws {
    let output = try await run("drive", "--seconds", "12", "--lease", "1000", "--keys", "300")
    XCTAssertTrue(output.text.contains("No violation was found."), output.text)
    XCTAssertTrue(output.text.contains("300 of 300 keys were writable"), output.text)
    XCTAssertEqual(output.status, 0)
    // Not everything was rejected.
    XCTAssertNotNil(output.text.firstMatch(of: /changes: [0-9]{3,} acknowledged/), output.text)
    XCTAssertNotNil(output.text.firstMatch(of: /faults: [0-9]+ ×/), output.text)
  }

  func testWithoutTheFenceAViolationIsFound() async throws {
    let output = try await run(
      "drive",
      "--seconds",
      "60",
      "--lease",
      "1000",
      "--keys",
      "300",
      "--without-fence"
    )
    XCTAssertTrue(output.text.contains("VIOLATION after"), output.text)
    XCTAssertTrue(output.text.contains("The missing fence was noticed."), output.text)
    XCTAssertEqual(output.status, 0)
  }

  func testAnOptionThatACommandDoesNotHaveIsRefused() async throws {
    for (words, answer) in [
      (["drive", "--secnds", "5"], "drive has no option --secnds."),
      (["figures", "--claim"], "figures has no option --claim."),
      (["moves", "--keys"], "--keys needs a number."),
      (["moves", "5"], "What is 5?"),
    ] {
      let output = try await run(words)
      XCTAssertTrue(output.text.hasPrefix("\(answer)\nusage: "), output.text)
      XCTAssertEqual(output.status, 64)
    }
  }

  /// Runs the program to its end.
  private func run(_ arguments: String...) async throws -> (status: Int32, text: String) {
    try await run(arguments)
  }

  private func run(_ arguments: [String]) async throws -> (status: Int32, text: String) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Self.url
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let handle = output.fileHandleForReading
    let data = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var data = Data()
        while case let more = handle.availableData, !more.isEmpty { data += more }
        continuation.resume(returning: data)
      }
    }
    process.waitUntilExit()
    // 69: a service isn't available.
    if process.terminationStatus == 69 {
      throw XCTSkip("SKIPPED: \(String(decoding: data, as: UTF8.self))")
    }
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// It is built next to the tests.
  private static var url: URL {
    #if canImport(Darwin)
      Bundle(for: SoakTests.self).bundleURL.deletingLastPathComponent().appending(path: "ClusterSoak")
    #else
      Bundle.main.bundleURL.appending(path: "ClusterSoak")
    #endif
  }
}
