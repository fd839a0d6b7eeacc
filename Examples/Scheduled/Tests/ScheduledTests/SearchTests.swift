import Scheduled
import Synchronization
import TroupeTesting
import XCTest

final class SearchTests: ExploringTestCase {
  private enum Kind { case all, latest }

  /// Types two queries, and returns what the search shows in the end.
  private static func results(_ kind: Kind) async throws -> String {
    let (queries, continuation) = AsyncStream<String>.makeStream()
    let search = await Search { query in
      // The seed determines how long the server needs.
      // not a wait: a scheduler runs this, and its time is virtual.
      try? await Task.sleep(for: .milliseconds(.random(in: 100...1_500)))
      return query
    }
    let showing = Task {
      switch kind {
      case .all: await search.showResults(of: queries)
      case .latest: await search.showLatestResults(of: queries)
      }
    }
    continuation.yield("a")
    // not a wait: a scheduler runs this, and its time is virtual.
    try await Task.sleep(for: .milliseconds(500))
    continuation.yield("ab")
    // not a wait: a scheduler runs this, and its time is virtual.
    try await Task.sleep(for: .seconds(5))
    continuation.finish()
    await showing.value
    return await search.results
  }

  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  func testTheLatestQueryWins() async {
    await explore(schedules: 300, time: .automatic) { _ in
      let results = try await Self.results(.latest)
      XCTAssertEqual(results, "ab")
    }
  }

  func testSomeSeedsShowTheRaceWithoutFlatMapLatest() async throws {
    var shown: Set<String> = []
    for seed in 0..<300 as Range<UInt64> {
      let scheduler = Scheduler(seed: seed, time: .automatic)
      shown.insert(try await scheduler.run { try await Self.results(.all) })
    }
    XCTAssertEqual(shown, ["a", "ab"])
  }
}
