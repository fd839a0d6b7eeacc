#if os(Linux)
  import Foundation
  import XCTest

  @testable import Troupe

  /// The numbers that back-offs reject.
  final class BackoffCrashTests: XCTestCase {
    private static let mistakes: [(what: String, make: @Sendable () -> Backoff)] = [
      ("wait -1.0 seconds", { .constant(.seconds(-1), attempts: 1) }),
      ("make -1 attempts", { .constant(.zero, attempts: -1) }),
      (
        "start with a delay of -1.0 seconds",
        { .exponential(initial: .seconds(-1), maximum: .seconds(1), attempts: 1) }
      ),
      (
        "multiply its delays by -0.5",
        { .exponential(initial: .zero, factor: -0.5, maximum: .zero, attempts: 1) }
      ),
      (
        "multiply its delays by inf",
        { .exponential(initial: .zero, factor: .infinity, maximum: .zero, attempts: 1) }
      ),
      (
        "multiply its delays by nan",
        { .exponential(initial: .zero, factor: .nan, maximum: .zero, attempts: 1) }
      ),
      (
        "have a maximum delay of -1.0 seconds",
        { .exponential(initial: .zero, maximum: .seconds(-1), attempts: 1) }
      ),
      ("make -1 attempts", { .exponential(initial: .zero, maximum: .zero, attempts: -1) }),
    ]

    // Each mistake ends a process, which runs only this test.
    // S494
    func testOtherNumbersAreRefused() throws {
      if let number = ProcessInfo.processInfo.environment["TROUPE_MISTAKE"].flatMap(Int.init) {
        _ = Self.mistakes[number].make()
        return
      }
      for (number, (what, _)) in Self.mistakes.enumerated() {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["TroupeTests.BackoffCrashTests/testOtherNumbersAreRefused"]
        process.environment = ProcessInfo.processInfo.environment.merging(
          ["TROUPE_MISTAKE": "\(number)", "SWIFT_BACKTRACE": "enable=no"],
          uniquingKeysWith: { $1 }
        )
        let output = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .uncaughtSignal, what)
        #if DEBUG
          XCTAssertTrue(said.contains("A back-off can't \(what):"), said)
        #endif
      }
    }
  }
#endif
