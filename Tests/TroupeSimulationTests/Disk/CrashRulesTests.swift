import Foundation
import TroupeDurable
import XCTest

@testable import TroupeSimulation

/// What a crash leaves of a simulated file system.
final class CrashRulesTests: XCTestCase {
  /// The classes of outcomes that the random runs have to reach.
  private enum Outcome: Hashable {
    case kept, contentLost, contentTorn, nameLost, emptyFile, removalUndone
  }

  func testACrashLeavesExactlyTheStatesThatTheRulesPermit() {
    var outcomes: Set<Outcome> = []
    for seed in 0..<UInt64(count("TROUPE_SIMULATION_SEEDS", default: 50)) {
      let run = CrashRun(seed: seed)
      for processes in [[1], [2], [1, 2]] as [Set<Int>] {
        let permitted = run.oracle.permitted(after: processes)
        var found: Set<CrashOracle.State> = []
        forAllChoices { choose in
          var disk = run.disk
          disk.crash(of: processes, choose: choose)
          found.insert(disk.state)
          classify(run.disk.state, disk.state, &outcomes)
        }
        guard found == permitted else {
          let (more, less) = (found.subtracting(permitted), permitted.subtracting(found))
          XCTFail("Seed \(seed), crash of \(processes): not permitted: \(more); not reached: \(less)")
          return
        }
      }
    }
    XCTAssertEqual(outcomes, [.kept, .contentLost, .contentTorn, .nameLost, .emptyFile, .removalUndone])
  }

  private func classify(
    _ before: CrashOracle.State,
    _ after: CrashOracle.State,
    _ outcomes: inout Set<Outcome>
  ) {
    if before == after { outcomes.insert(.kept) }
    for (path, bytes) in before {
      guard let left = after[path] else {
        outcomes.insert(.nameLost)
        continue
      }
      guard let left, let bytes, left != bytes, bytes.starts(with: left) else { continue }
      outcomes.insert(left.isEmpty ? .contentLost : .contentTorn)
      if left.isEmpty { outcomes.insert(.emptyFile) }
    }
    if after.keys.contains(where: { before[$0] == nil }) { outcomes.insert(.removalUndone) }
  }

  func testASecondCrashLosesTheRestOnlyAfterAKill() {
    for seed in 0..<UInt64(count("TROUPE_SIMULATION_SEEDS", default: 100)) {
      let run = CrashRun(seed: seed)
      let permitted = run.oracle.permitted(after: [1, 2])
      var random = SeededRandom(seed)
      var killed = run.disk
      killed.crash(of: [1, 2]) { _ in 0 }
      XCTAssertEqual(killed.state, run.disk.state, "seed \(seed)")
      killed.crash(of: [1, 2]) { Int.random(in: 0..<$0, using: &random) }
      XCTAssertTrue(permitted.contains(killed.state), "seed \(seed)")

      var isFirst = true
      var disk = run.disk
      disk.crash(of: [1, 2]) { options in
        defer { isFirst = false }
        return isFirst ? 1 : Int.random(in: 0..<options, using: &random)
      }
      let state = disk.state
      disk.crash(of: [1, 2]) { _ in
        XCTFail("seed \(seed): after a power failure, nothing is left to lose")
        return 0
      }
      XCTAssertEqual(disk.state, state, "seed \(seed)")
    }
  }

  // MARK: Examples

  /// Replaces a durable file as most programs do, and returns the contents that a power failure may leave.
  private func replace(syncsFile: Bool, syncsFolder: Bool) throws -> Set<[UInt8]?> {
    var disk = Disk(unsyncedLimit: 100)
    func write(_ path: String, _ bytes: [UInt8], syncs: Bool) throws {
      let file = Int32(try disk.open(path, O_WRONLY | O_CREAT | O_EXCL, by: 1))
      try disk.write(bytes, to: file, by: 1)
      if syncs { try disk.sync(file, by: 1) }
    }
    func syncFolder() throws { try disk.sync(Int32(try disk.open("/", O_RDONLY, by: 1)), by: 1) }
    try write("/file", [1, 2], syncs: true)
    try syncFolder()
    try write("/new", [3, 4, 5], syncs: syncsFile)
    try disk.rename("/new", to: "/file", by: 1)
    if syncsFolder { try syncFolder() }
    var found: Set<[UInt8]?> = []
    forAllChoices { choose in
      var disk = disk
      disk.crash(of: [1], choose: choose)
      found.insert(disk.bytes(at: "/file"))
    }
    return found
  }

  func testARenamedFileIsDurableAfterBothSyncs() throws {
    XCTAssertEqual(try replace(syncsFile: true, syncsFolder: true), [[3, 4, 5]])
    XCTAssertEqual(try replace(syncsFile: true, syncsFolder: false), [[1, 2], [3, 4, 5]])
    XCTAssertEqual(try replace(syncsFile: false, syncsFolder: true), [[], [3], [3, 4], [3, 4, 5]])
    XCTAssertEqual(
      try replace(syncsFile: false, syncsFolder: false),
      [[1, 2], [], [3], [3, 4], [3, 4, 5]]
    )
  }

  func testTheOldestChangesBecomeDurableAboveTheLimit() throws {
    var disk = Disk(unsyncedLimit: 2)
    let file = Int32(try disk.open("/a", O_WRONLY | O_CREAT, by: 1))
    for byte in 1...4 as ClosedRange<UInt8> { try disk.write([byte], to: file, by: 1) }
    for name in ["/b", "/c"] { _ = try disk.open(name, O_WRONLY | O_CREAT, by: 1) }
    var found: Set<[UInt8]?> = []
    forAllChoices { choose in
      var disk = disk
      disk.crash(of: [1], choose: choose)
      found.insert(disk.bytes(at: "/a"))
    }
    XCTAssertEqual(found, [[1, 2], [1, 2, 3], [1, 2, 3, 4]])
  }

  func testManyRemovedFilesUseNoMemory() throws {
    var disk = Disk(unsyncedLimit: 10)
    for _ in 0..<2_000 {
      let file = Int32(try disk.open("/a", O_WRONLY | O_CREAT | O_EXCL, by: 1))
      try disk.write([1], to: file, by: 1)
      try disk.remove("/a", by: 1)
      try disk.close(file, by: 1)
    }
    XCTAssertLessThanOrEqual(disk.files.count, 257)
  }
}
