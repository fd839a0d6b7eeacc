import Foundation
import XCTest

/// Runs an operation on the threads of the process. If it hangs, the test fails, and the operation is
/// cancelled.
///
/// On a `Scheduler`, `explore` does this sooner, and names what waits.
func failingIfItHangs(
  file: StaticString = #filePath,
  line: UInt = #line,
  _ operation: @escaping @Sendable () async -> Void
) async {
  // Stress tests take this many times longer when they do all their work.
  let divisor = ProcessInfo.processInfo.environment["TROUPE_STRESS"].flatMap(Int.init) ?? 10
  let limit = Duration.seconds(600 / divisor)
  let work = Task { await operation() }
  let watch = Task {
    // real time: nothing else tells what hangs from what works, and it passes only if something hangs.
    do { try await Task.sleep(for: limit) } catch { return }
    XCTFail("It hasn't ended after \(limit), and is cancelled now.", file: file, line: line)
    work.cancel()
  }
  await work.value
  watch.cancel()
}
