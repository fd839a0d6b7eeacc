import Troupe
import XCTest

@testable import TroupeTesting

/// Races between tasks, the main actor and actors, in programs that know nothing of schedulers.
final class CapturedRacesTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  private func find(
    _ race: any CapturedRace.Type,
    isCorrected: Bool = false,
    seeds: Range<UInt64> = 0..<1_000
  ) async -> ExplorationFailure? {
    let body = ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) { _ in
      try await race.init(isCorrected: isCorrected).run()
    }
    return await Exploration(seeds: seeds, function: #function).findFailure(body)
  }

  /// Checks that a race is found, is shrunk to the steps that matter, and replays from its seed.
  ///
  /// - Parameters:
  ///   - race: The program.
  ///   - expected: The events that differ from first in, first out, without the steps and the places of
  ///     tasks.
  private func check(_ race: any CapturedRace.Type, _ expected: [String]) async throws {
    let found = await find(race)
    let failure = try XCTUnwrap(found, "\(race)")
    XCTAssertGreaterThan(failure.seed, 0, "\(race) doesn't show in a plain run")
    let message = failure.message
    let lines = message.split(separator: "\n").filter { $0.hasPrefix("  step") }
    let events = lines.map { line in
      let event = line.drop { $0 != ":" }.dropFirst(2)
      return event.replacing(#/CapturedRaces.swift:\d+/#, with: "here")
    }
    XCTAssertEqual(events.map(String.init), expected, message)
    for _ in 0..<3 {
      let again = await find(race, seeds: failure.seed..<failure.seed + 1)
      XCTAssertEqual(again?.message, message)
    }
    let corrected = await find(race, isCorrected: true, seeds: 0..<200)
    XCTAssertNil(corrected, "\(race): \(corrected?.message ?? "")")
  }

  // S837
  func testARaceOfUnstructuredTasksIsFoundAndShrunk() async throws {
    try await check(StaleCache.self, ["task 2 (created at here) ran before task 1 (created at here)"])
  }

  // S837
  func testARaceOfAMainActorModelIsFoundAndShrunk() async throws {
    try await check(
      LateMainActorResponse.self,
      [
        "the test ran before task 1 (created at here)",
        "task 2 (created at here) ran before task 1 (created at here)",
      ]
    )
  }

  // S837
  func testARaceOfAnActorThatIsReenteredIsFoundAndShrunk() async throws {
    try await check(ReenteredActor.self, ["the test ran before task 1 (created at here)"])
  }
}
