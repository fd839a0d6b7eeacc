import Troupe
import TroupeDurable
import TroupeSimulation
import TroupeTesting
import XCTest

/// Troupe's own directories, durable stores and shared values, in simulated systems.
///
/// `TROUPE_SIMULATIONS` is the number of runs of each system.
final class OwnSystemsTests: ExploringTestCase {
  private func runs(_ standard: Int) -> Int { count("TROUPE_SIMULATIONS", default: standard) }

  // MARK: Scheduled keys

  @discardableResult
  private func remind(
    _ standard: Int,
    processes: Int,
    function: StaticString = #function,
    storage: @escaping @Sendable (World) -> @Sendable () -> any Storage
  ) async -> ReminderSystem.Outcomes {
    let outcomes = Tallied(ReminderSystem.Outcomes())
    await simulate(schedules: runs(standard), function: function) { world in
      try await ReminderSystem.run(world, processes: processes, outcomes: outcomes, storage: storage(world))
    }
    let all = outcomes.value
    printFigures("\(function): \(all)")
    XCTAssertGreaterThan(all.onceDelivered, 0)
    XCTAssertGreaterThan(all.deliveredAgain, 0)
    XCTAssertGreaterThan(all.marked, 0)
    XCTAssertGreaterThan(all.restarts, 0)
    return all
  }

  func testRemindersOnADisk() async {
    await remind(4, processes: 1) { world in
      let disk = world.disk("reminders")
      return { disk.storage }
    }
  }

  func testRemindersInADatabase() async {
    await remind(5, processes: 1) { world in
      let database = world.database("reminders")
      return { database }
    }
  }

  func testRemindersOfTwoProcesses() async {
    let all = await remind(3, processes: 2) { world in
      let database = world.database("reminders")
      return { database }
    }
    XCTAssertGreaterThan(all.takenOver, 0)
  }

  // MARK: Durable stores

  private func useLedger(
    _ standard: Int,
    function: StaticString = #function,
    storage: @escaping @Sendable (World) -> @Sendable () -> any Storage
  ) async {
    let outcomes = Tallied(LedgerSystem.Outcomes())
    await simulate(schedules: runs(standard), function: function) { world in
      try await LedgerSystem.run(world, outcomes: outcomes, storage: storage(world))
    }
    let all = outcomes.value
    printFigures("\(function): \(all)")
    XCTAssertEqual(Set(all.told.keys), Set(LedgerLog.Output.allCases))
    XCTAssertGreaterThan(all.returned, 0)
    XCTAssertGreaterThan(all.withoutEffect, 0)
    XCTAssertGreaterThan(all.unknownAndSaved, 0)
    XCTAssertGreaterThan(all.unknownAndLost, 0)
    XCTAssertGreaterThan(all.mirrorReloaded, 0)
    XCTAssertGreaterThan(all.superseded, 0)
    XCTAssertGreaterThan(all.savedSelections, 0)
  }

  func testALedgerInADatabase() async {
    await useLedger(12) { world in
      let database = world.database("ledger")
      return { database }
    }
  }

  func testALedgerOnADisk() async {
    await useLedger(8) { world in
      let disk = world.disk("ledger")
      return { disk.storage }
    }
  }

  // MARK: Shared values

  private func takeTickets(
    _ standard: Int,
    function: StaticString = #function,
    storage: @escaping @Sendable (World) -> @Sendable () -> any Storage
  ) async {
    let outcomes = Tallied(TicketSystem.Outcomes())
    await simulate(schedules: runs(standard), function: function) { world in
      try await TicketSystem.run(world, outcomes: outcomes, storage: storage(world))
    }
    let all = outcomes.value
    printFigures("\(function): \(all)")
    XCTAssertGreaterThan(all.updated, 0)
    XCTAssertGreaterThan(all.taken, 0)
    XCTAssertGreaterThan(all.repeatedBodies, 0)
    XCTAssertGreaterThan(all.lostTurns, 0)
    XCTAssertGreaterThan(all.unknownAndSaved, 0)
    XCTAssertGreaterThan(all.unknownAndLost, 0)
  }

  func testTicketsInADatabase() async {
    await takeTickets(12) { world in
      let database = world.database("tickets")
      return { database }
    }
  }

  func testTicketsOnADisk() async {
    await takeTickets(8) { world in
      let disk = world.disk("tickets")
      return { disk.storage }
    }
  }

  // MARK: Folders

  /// A crash at any call leaves the value from before the operation or from after it. Each of these outcomes
  /// occurs for each operation.
  func testACrashDuringAnOperationOnAFolder() async {
    let outcomes = Tallied(FolderSystem.Outcomes())
    await simulate(schedules: runs(6)) { world in try await FolderSystem.run(world, outcomes: outcomes) }
    printFigures("Folders: \(outcomes.value)")
    XCTAssertEqual(Set(outcomes.value.afterCrashes.keys), FolderSystem.Outcome.all)
    XCTAssertGreaterThan(outcomes.value.acknowledged, 0)
  }
}
