import Troupe
import XCTest

@testable import TroupeTesting

final class PlantedRacesTests: XCTestCase {
  private static let races: [any PlantedRace.Type] = [
    LostCancel.self, CheckThenAct.self, LateResponse.self, MissedDismissal.self, DoubleStart.self,
    AssumedOrder.self,
  ]

  private func find(
    _ race: any PlantedRace.Type,
    isCorrected: Bool = false,
    seeds: Range<UInt64>
  ) async -> ExplorationFailure? {
    let feature = race.init(isCorrected: isCorrected)
    let body = ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) {
      try await feature.run(on: $0)
    }
    return await Exploration(seeds: seeds, function: #function).findFailure(body)
  }

  // S518
  func testEachRaceIsFoundAndItsSeedReplaysIt() async throws {
    for race in Self.races {
      let found = await find(race, seeds: 0..<1_000)
      guard let failure = found else { XCTFail("\(race)"); continue }
      XCTAssertGreaterThan(failure.seed, 0, "\(race) doesn't show in a plain run")
      XCTAssertTrue(failure.message.contains("TROUPE_SEED=\(failure.seed) "))
      XCTAssertFalse(failure.told.trace.overtakings.isEmpty, "\(race)")
      for _ in 0..<10 {
        let again = await find(race, seeds: failure.seed..<failure.seed + 1)
        XCTAssertEqual(again?.message, failure.message)
      }
    }
  }

  // S518
  func testWhatIsCorrectedPasses() async {
    #if DEBUG
      let seeds = 0..<200 as Range<UInt64>
    #else
      let seeds = 0..<10_000 as Range<UInt64>
    #endif
    for race in Self.races {
      let failure = await find(race, isCorrected: true, seeds: seeds)
      XCTAssertNil(failure, "\(race): \(failure?.message ?? "")")
    }
  }
}
