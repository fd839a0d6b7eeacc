import TroupeDurable
import TroupeFoundation
import XCTest

@testable import Countdowns

/// The output of programs on one folder, and what must follow from it.
struct History {
  /// The keys that `add` has printed.
  private(set) var acknowledged: Set<String> = []
  /// How often each alarm has rung.
  private(set) var rings: [String: Int] = [:]
  /// When the alarms rang that were reported as marked.
  private var marks: [String: WallClockInstant] = [:]

  /// Records the lines of a program that has ended, and compares them with the folder.
  mutating func note(added keys: [String], in folder: CountdownFolder) async throws {
    for key in keys {
      XCTAssertTrue(acknowledged.insert(key).inserted, "\(key) is there twice.")
      let countdown = try await folder.countdown(StorageKey(key))
      XCTAssertNotNil(countdown?.timer, "\(key) was acknowledged, and is lost.")
    }
  }

  mutating func note(run lines: [String], in folder: CountdownFolder) async throws {
    for line in lines where line != "ready" {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "rang" where words.count >= 3:
        XCTAssertNil(marks[words[1]], "\(words[1]) is marked, and has rung again.")
        rings[words[1], default: 0] += 1
      case "marked" where words.count == 2:
        XCTAssertNotNil(rings[words[1]], "\(words[1]) is marked, and hasn't rung.")
        XCTAssertNil(marks[words[1]], "\(words[1]) is marked twice.")
        let countdown = try await folder.countdown(StorageKey(words[1]))
        marks[words[1]] = try XCTUnwrap(countdown?.rangAt, "\(words[1]) was said to be marked, and isn't.")
      default: XCTFail("`run` wrote: \(line)")
      }
    }
  }

  /// Checks that every alarm has rung and is marked, and none is marked again.
  func checkAll(in folder: CountdownFolder) async throws {
    let pending = try await folder.pendingKeys()
    XCTAssertEqual(pending, [])
    for key in acknowledged.union(rings.keys) {
      XCTAssertGreaterThanOrEqual(rings[key] ?? 0, 1, "\(key) hasn't rung.")
      let countdown = try await folder.countdown(StorageKey(key))
      let rangAt = try XCTUnwrap(countdown?.rangAt, "\(key) has rung, and isn't marked.")
      if let mark = marks[key] { XCTAssertEqual(rangAt, mark, "\(key) is marked again.") }
    }
  }
}
