import Foundation
import TroupeDurable
import TroupeSimulation
import XCTest

/// A simulated file system gives the results of the operating system's file system.
final class SimulatedFilesConformanceTests: XCTestCase {
  func testRandomCallsHaveTheResultsOfTheOperatingSystem() {
    var errors: Set<Int> = []
    for seed in 0..<UInt64(count("TROUPE_SIMULATION_SEEDS", default: 500)) {
      let folder = TestFolder(inMemory: ())
      var random = SeededRandom(seed)
      var simulated = FileSystemRun(SimulatedFiles(), root: "/root")
      var real = FileSystemRun(SystemFiles(), root: folder.path)
      defer { real.end() }
      for step in 0..<60 {
        let operation = FileOperation.random(&random)
        let outcome = simulated.perform(operation)
        // The operating system renames folders, and the simulated file system doesn't.
        if outcome.result == -Int(ENOTSUP) { continue }
        let expected = real.perform(operation)
        errors.insert(min(0, expected.result))
        guard outcome == expected else {
          XCTFail("Seed \(seed), step \(step): \(operation) returned \(outcome) instead of \(expected).")
          return
        }
      }
    }
    let reached = [
      0, EBADF, EBUSY, EEXIST, EINVAL, EISDIR, ENAMETOOLONG, ENOENT, ENOTDIR, ENOTEMPTY, EWOULDBLOCK,
    ]
    XCTAssertEqual(errors, Set(reached.map { -Int($0) }))
  }
}
