import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeRecording

/// Recordings that are read without the types of their store, and runs that would have been.
final class RecordingContentsTests: RecordingTestCase {
  private struct Sum: Codable, Equatable, Sendable {
    var total = 0
    var texts: [String] = []
  }

  private func record(_ numbers: [Int], _ options: RecordingOptions = RecordingOptions()) throws {
    let recording = try Recording<Sum, Int>(to: path(), replacing: true, options: options)
    HandStore<Sum, Int>(Sum(), recording) { Self.reducer() }.send(all: numbers)
    try recording.close()
  }

  private static func reducer() -> some Reducer<Sum, Int> {
    Reduce { state, action in
      state.total += action
      state.texts.append("\(action)")
      return .none
    }
  }

  private func sum(_ numbers: [Int]) throws -> RecordedValue {
    try RecordedValue(encoding: Sum(total: numbers.reduce(0, +), texts: numbers.map(String.init)))
  }

  // S904
  func testTurnsAndStatesAreReadWithoutTheTypes() throws {
    // There are states between the turns.
    let numbers = Array(1...2_000)
    try record(numbers)
    let contents = try RecordingContents(path())
    XCTAssertEqual(contents.turns, 0...2_000)
    XCTAssertTrue(contents.isComplete)
    XCTAssertTrue(contents.stateType.hasSuffix("Sum"), contents.stateType)
    XCTAssertEqual(contents.actionType, "Int")
    for number in [0, 1, 2, 1_000, 1_999, 2_000] {
      XCTAssertEqual(try contents.state(after: number), try sum(Array(numbers.prefix(number))), "\(number)")
      XCTAssertEqual(
        try contents.turns(after: number, limit: 3).map(\.action),
        numbers.dropFirst(number).prefix(3).map { .number("\($0)") }
      )
    }
    XCTAssertEqual(try contents.turns(after: 0, limit: .max).map(\.number), numbers)
    XCTAssertThrowsError(try contents.state(after: 2_001))
    XCTAssertEqual(try contents.turns(after: 2_000, limit: 3).count, 0)
  }

  // S904
  func testAnExcerptIsARecording() throws {
    try record([1, 2, 3, 4, 5])
    let contents = try RecordingContents(path())
    let text = try XCTUnwrap(try contents.excerpt(after: 2, through: 4))
    try Data(text).write(to: URL(filePath: path("excerpt.jsonl")))
    let excerpt = try RecordingContents(path("excerpt.jsonl"))
    XCTAssertEqual(excerpt.turns, 2...4)
    XCTAssertTrue(excerpt.isComplete)
    XCTAssertEqual(try excerpt.state(after: 4), try sum([1, 2, 3, 4]))
    let replay = try Replay<Sum, Int>(path("excerpt.jsonl")) { Self.reducer() }
    XCTAssertNil(try replay.divergence())
    XCTAssertEqual(try replay.state(after: 3).total, 6)
    XCTAssertThrowsError(try contents.excerpt(after: 4, through: 6))
    XCTAssertThrowsError(try contents.excerpt(after: 4, through: 3))
  }

  // S904
  func testWithoutTheStateThereIsNoExcerpt() throws {
    var options = RecordingOptions()
    options.stateInterval = 4
    try record([1, 2, 3, 4, 5], options)
    let contents = try RecordingContents(path())
    XCTAssertNil(try contents.state(after: 2))
    XCTAssertNil(try contents.excerpt(after: 2, through: 4))
    XCTAssertNotNil(try contents.excerpt(after: 4, through: 5))
  }

  // S905
  func testTheStatesAfterAnotherAction() throws {
    try record([1, 2, 3, 4, 5])
    let replay = try Replay<Sum, Int>(path()) { Self.reducer() }
    let states = try replay.states(replacingActionOf: 3, with: 30, through: 5)
    XCTAssertEqual(states.map(\.total), [33, 37, 42])
    XCTAssertEqual(states.last?.texts, ["1", "2", "30", "4", "5"])
    XCTAssertEqual(try replay.states(replacingActionOf: 5, with: 0, through: 5).map(\.total), [10])
    XCTAssertEqual(try replay.state(after: 5).total, 15, "The recording is as it was.")
    for (turn, last) in [(0, 5), (3, 2), (3, 6), (6, 6)] {
      XCTAssertThrowsError(try replay.states(replacingActionOf: turn, with: 0, through: last), "\(turn)")
    }
  }

  // S905
  func testADismissalEndsWhatWouldHaveBeen() throws {
    let recording = try Recording<Sum, Int>(to: path())
    let store = HandStore<Sum, Int>(Sum(), recording) { Self.reducer() }
    store.send(all: [1, 2])
    store.dismiss { $0.total = 0 }
    store.send(all: [3])
    try recording.close()
    let replay = try Replay<Sum, Int>(path()) { Self.reducer() }
    XCTAssertEqual(try replay.states(replacingActionOf: 1, with: 5, through: 4).map(\.total), [5, 7])
  }

  // S904
  func testValuesAreEncodedAndRedactedAsInARecording() throws {
    let value = try RecordedValue(encoding: Sum(total: 7, texts: ["a\"\u{1}"]))
    XCTAssertEqual(String(decoding: value.json, as: UTF8.self), #"{"texts":["a\"\u0001"],"total":7}"#)
    XCTAssertEqual(RecordedValue(json: value.json), value)
    XCTAssertEqual(try value.decode(as: Sum.self), Sum(total: 7, texts: ["a\"\u{1}"]))
    XCTAssertThrowsError(try value.decode(as: Int.self))
    XCTAssertNil(RecordedValue(json: "{".utf8))
    XCTAssertNil(RecordedValue(json: String(repeating: "[", count: 600).utf8))
    let redaction = Redaction { part, value in if part == .state { value.redact("texts") } }
    XCTAssertEqual(redaction.redacted(value, as: .state)["texts"], .string("redacted"))
    XCTAssertEqual(redaction.redacted(value, as: .action), value)
  }
}
