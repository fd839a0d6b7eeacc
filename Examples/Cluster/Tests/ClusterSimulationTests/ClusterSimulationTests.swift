import ClusterSimulation
import Locks
import Troupe
import TroupeDurable
import TroupePostgres
import TroupeSimulation
import TroupeTesting
import XCTest

/// The protocol of homes: leases, fences and hand-over, with crashes, partitions and wrong clocks.
final class ClusterSimulationTests: ExploringTestCase {
  private static func run(
    _ faults: Faults,
    runs: Int = 20,
    rules: @escaping SimulatedPostgres.Rules = { (table, request, now) throws(StorageError) in
      try table.perform(request, at: now)
    }
  ) async {
    await simulate(schedules: runs) { try await BookSystem.run(in: $0, faults: faults, rules: rules) }
  }

  func testNothingIsLostAndAHomeIsAlone() async { await Self.run(Faults.all.subtracting(.clocks)) }

  func testNothingIsLostWithWrongClocks() async { await Self.run(.all) }

  func testAReplacedNodeHandsOverItsKeys() async {
    await simulate(schedules: 1) { world in
      try await BookSystem.run(in: world, faults: []) { (table, request, now) throws(StorageError) in
        try table.perform(request, at: now)
      } check: { history in
        // While no other node has the keys yet, a node that ends refuses calls.
        XCTAssertEqual(history.calls.count, 32)
        XCTAssertGreaterThan(history.calls.count { $0.output == true }, 24)
      }
    }
  }

  // MARK: Planted mistakes

  private func expectIssue(
    _ text: String,
    _ faults: Faults,
    line: UInt = #line,
    rules: @escaping SimulatedPostgres.Rules
  ) async {
    let messages = Messages()
    await withIssueReporters([messages]) { await Self.run(faults, runs: 1_000, rules: rules) }
    let all = messages.all.withLock { $0 }
    XCTAssertTrue(all.contains { $0.contains(text) }, "\(all)", line: line)
  }

  private final class Messages: IssueReporter {
    let all = Locked<[String]>([])
    func report(_ issue: ReportedIssue) { all.withLock { $0.append(issue.message) } }
  }

  private static let leaseIsViolated = "A node has taken over a key whose home still has its lease."

  func testAMissingFenceIsFound() async {
    await expectIssue("Not every call has exactly one effect.", .all) {
      (table, request, now) throws(StorageError) in
      guard case .save(var save) = request, save.expected != nil else {
        return try table.perform(request, at: now)
      }
      save.expected = table.rows[save.key]?.revision
      return try table.perform(.save(save), at: now)
    }
  }

  func testALoadThatIgnoresLeasesIsFound() async {
    await expectIssue(Self.leaseIsViolated, []) { (table, request, now) throws(StorageError) in
      guard case .load(let key, _) = request else { return try table.perform(request, at: now) }
      return try table.perform(.load(key: key, node: nil), at: now)
    }
  }

  func testALeaseThatBeginsTooEarlyIsFound() async {
    await expectIssue(Self.leaseIsViolated, Faults.all.subtracting(.clocks)) {
      (table, request, now) throws(StorageError) in
      switch request {
      case .join, .renew: try table.perform(request, at: now - 5_000_000)
      default: try table.perform(request, at: now)
      }
    }
  }
}
