import Foundation
import Troupe
import TroupeSimulation
import XCTest

@testable import TroupeTesting

/// Simulations find mistakes that are planted in small systems, and none in the same systems without them.
final class PlantedFaultsTests: ExploringTestCase {
  private typealias System = @Sendable (World, Plant?) async throws -> Void

  private static func system(of plant: Plant) -> System {
    switch plant {
    case .replyBeforeSave, .retryWithoutIdempotency, .renameWithoutFolderSync: OrderSystem.run
    case .noFence: OrderSystem.runOnTwoServers
    case .effectBeforeSave: OrderSystem.runWithCharges
    case .leaseFromReply: LeaseSystem.run
    case .cacheOutlivesLease: LeaseSystem.runCaches
    case .timerRingsTwice, .timerLostWhileOpening: TimerSystem.run
    case .uncheckedChecksum: DataSystem.runLog
    case .lastEventIDOffByOne: DataSystem.runEvents
    case .migrationNotRepeatable: DataSystem.runMigration
    }
  }

  private static func explored(_ system: @escaping System, _ plant: Plant?) -> ExploredBody {
    .simulation(of: { try await system($0, plant) }, for: .seconds(60), at: CallSite())
  }

  private func find(_ plant: Plant, line: UInt = #line) async {
    let body = Self.explored(Self.system(of: plant), plant)
    let failure = await Exploration(seeds: 0..<2_000, function: "\(plant)", kind: .simulation).findFailure(
      body
    )
    guard let failure else { return XCTFail("\(plant) wasn't found.", line: line) }
    printFigures(
      "\(plant) was found in \(failure.seed + 1) runs, and shrunk to \(failure.told.faults.count) faults."
    )
    XCTAssertLessThanOrEqual(failure.told.faults.count, 3, failure.message, line: line)
    guard case .shrunk = failure.outcome else { return XCTFail(failure.message, line: line) }
  }

  // S929
  func testReplyBeforeSave() async { await find(.replyBeforeSave) }
  func testEffectBeforeSave() async { await find(.effectBeforeSave) }
  func testNoFence() async { await find(.noFence) }
  func testRetryWithoutIdempotency() async { await find(.retryWithoutIdempotency) }
  func testLeaseFromReply() async { await find(.leaseFromReply) }
  func testCacheOutlivesLease() async { await find(.cacheOutlivesLease) }
  func testTimerRingsTwice() async { await find(.timerRingsTwice) }
  func testTimerLostWhileOpening() async { await find(.timerLostWhileOpening) }
  func testRenameWithoutFolderSync() async { await find(.renameWithoutFolderSync) }
  func testUncheckedChecksum() async { await find(.uncheckedChecksum) }
  func testLastEventIDOffByOne() async { await find(.lastEventIDOffByOne) }
  func testMigrationNotRepeatable() async { await find(.migrationNotRepeatable) }

  /// The systems without planted mistakes. `TROUPE_SIMULATIONS` is the number of runs of each system.
  private func pass(_ system: @escaping System) async {
    let count = ProcessInfo.processInfo.environment["TROUPE_SIMULATIONS"].flatMap(UInt64.init) ?? 55
    let body = Self.explored(system, nil)
    let failure = await Exploration(seeds: 0..<count, function: #function, kind: .simulation).findFailure(
      body
    )
    failure?.record()
  }

  func testOrders() async { await pass(OrderSystem.run) }
  func testOrdersOnTwoServers() async { await pass(OrderSystem.runOnTwoServers) }
  func testOrdersWithCharges() async { await pass(OrderSystem.runWithCharges) }
  func testLeases() async { await pass(LeaseSystem.run) }
  // S929
  func testCaches() async { await pass(LeaseSystem.runCaches) }
  func testTimers() async { await pass(TimerSystem.run) }
  func testLog() async { await pass(DataSystem.runLog) }
  func testEvents() async { await pass(DataSystem.runEvents) }
  func testMigration() async { await pass(DataSystem.runMigration) }
}
