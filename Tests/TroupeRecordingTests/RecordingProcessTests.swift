import Foundation
import XCTest

/// Recordings of one process that are replayed in another one.
///
/// `TROUPE_SEEDS` sets how many random features are recorded. `.ci/run` records 100 in a release build.
final class RecordingProcessTests: RecordingTestCase {
  private var seeds: Int { ProcessInfo.processInfo.environment["TROUPE_SEEDS"].flatMap { Int($0) } ?? 3 }

  private func lines(_ arguments: String...) async throws -> [String] {
    let process = try LineProcess("RecordingProcess", arguments)
    var lines: [String] = []
    for await line in process.lines { lines.append(line) }
    let wasSuccessful = await process.wasSuccessful()
    XCTAssertTrue(wasSuccessful, "\(lines.suffix(10))")
    return lines
  }

  // S670, S678
  func testRandomFeaturesDoTheSameInAnotherProcess() async throws {
    let count = seeds > 3 ? 1000 : 400
    _ = try await lines("record", folder.path, "1", "\(seeds)", "\(count)", "none")
    let replayed = try await lines("replay", folder.path, "1", "\(seeds)", "none")
    XCTAssertEqual(replayed.count, seeds)
    var (turns, dismissals) = (0, 0)
    for line in replayed {
      let words = line.split(separator: " ")
      XCTAssertEqual(words.first, "same", replayed.joined(separator: "\n"))
      XCTAssertEqual(words.last, "complete")
      guard words.count == 5 else { continue }
      turns += Int(words[2]) ?? 0
      dismissals += Int(words[3]) ?? 0
    }
    // Actions that reducers return and effects send are turns, too.
    XCTAssertGreaterThan(turns, seeds * count)
    XCTAssertGreaterThan(dismissals, 0)
  }

  // S675, S678
  func testAMistakeIsFoundAtItsTurn() async throws {
    for (mistake, changed) in [("clock", "dates"), ("dictionary", "order"), ("set", "order")] {
      let folder = folder.appending(path: mistake).path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try await lines("record", folder, "3", "1", "100", mistake)
      let text = try String(contentsOfFile: "\(folder)/3.jsonl", encoding: .utf8)
      let planted = try XCTUnwrap(
        text.split(separator: "\n").first { $0.contains(#""label":"RandomFeature.Action.planted""#) }
      )
      let turn = try XCTUnwrap(planted.split(separator: #""turn":"#).last?.dropLast())
      let replayed = try await lines("replay", folder, "3", "1", mistake)
      XCTAssertEqual(replayed.first, "diverges 3 \(turn) RandomFeature.Action.planted", "\(replayed)")
      XCTAssertTrue(replayed.contains { $0.contains("\(changed): ") }, replayed.joined(separator: "\n"))
      XCTAssertTrue(replayed.contains { $0.contains("The likely causes") }, "\(replayed)")
    }
  }

  // S672
  func testTheRecordingOfAProcessThatIsKilledRunsAgain() async throws {
    for seed in ["5", "6"] {
      let process = try LineProcess(
        "RecordingProcess",
        ["record", folder.path, seed, "1", "1000000", "none"]
      )
      var count = 0
      for await _ in process.lines {
        count += 1
        if count == 3 { process.signal(SIGKILL) }
      }
      let replayed = try await lines("replay", folder.path, seed, "1", "none")
      let words = try XCTUnwrap(replayed.first).split(separator: " ")
      XCTAssertEqual([words.first, words.last], ["same", "cut"], "\(replayed)")
      XCTAssertGreaterThanOrEqual(Int(words.dropFirst(2).first ?? "") ?? 0, 300)
    }
  }
}
