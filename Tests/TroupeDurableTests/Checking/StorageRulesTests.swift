import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// The requirements of each rule for a storage, and that it notices each wrong answer.
final class StorageRulesTests: TroupeTestCase {
  private static func check(_ rule: String, _ storage: AlteredStorage) async throws {
    let rule = try XCTUnwrap(StorageRules.all.first { $0.rule.contains(rule) })
    try await rule.check(StorageRules(storage: storage))
  }

  /// The calls of a rule, with the answers of a storage that keeps it.
  private static func calls(
    _ rule: String,
    _ changes: [Int: AlteredStorage.Change] = [:]
  ) async throws -> [String] {
    let storage = AlteredStorage(changes)
    try await check(rule, storage)
    return storage.calls
  }

  func testWhatEachRuleAsksFor() async throws {
    let expected: [String: [String]] = [
      "without a value": ["load \"key\": -", "remove \"key\" 1: done", "due 100 10: "],
      "saved value is loaded": [
        "save \"key\" [] - 1: done", "load \"key\": [] 1",
        "save \"key\" [0] 1 2: done", "load \"key\": [0] 2",
        "save \"key\" [0...255, 256 bytes] 2 3: done", "load \"key\": [0...255, 256 bytes] 3",
        "save \"key\" [10...10, 100000 bytes] 3 4: done", "load \"key\": [10...10, 100000 bytes] 4",
      ],
      "another revision": [
        "save \"key\" [1] 1 2: superseded", "load \"key\": -",
        "save \"key\" [1] - 3: done", "save \"key\" [2] 3 4: done",
        "save \"key\" [3] - 5: superseded", "save \"key\" [3] 3 6: superseded",
        "save \"key\" [3] 7 8: superseded", "load \"key\": [2] 4",
      ],
      "a removal expects": [
        "save \"key\" [1] - 1: done", "save \"key\" [2] 1 2: done", "remove \"key\" 1: superseded",
        "load \"key\": [2] 2", "remove \"key\" 2: done", "load \"key\": -",
      ],
      "a removed key": [
        "save \"key\" [1] - 1 at 1: done", "remove \"key\" 1: done", "due 2 10: ",
        "save \"key\" [2] 1 2: superseded", "save \"key\" [3] - 3: done", "load \"key\": [3] 3",
      ],
      "scheduled keys": [
        "save \"c\" [] - 1 at 3: done", "save \"a\" [] - 2 at 1: done", "save \"e\" [] - 3 at 5: done",
        "save \"b\" [] - 4 at 2: done", "save \"d\" [] - 5 at 4: done", "save \"never\" [] - 6: done",
        "due 4 10: \"a\" 1, \"b\" 2, \"c\" 3", "due 4 2: \"a\" 1, \"b\" 2", "due 4 0: ",
      ],
      "replaces the instant": [
        "save \"key\" [] - 1 at 1: done", "save \"key\" [] 1 2 at 5: done", "due 5 10: ",
        "due 6 10: \"key\" 5", "save \"key\" [] 2 3: done", "due 100 10: ",
      ],
      "a cancelled call": [
        "save \"key\" [1] - 1: done", "save \"key\" [2] 1 2: unavailable", "load \"key\": [1] 1",
      ],
    ]
    for (rule, expected) in expected {
      let calls = try await Self.calls(rule)
      XCTAssertEqual(calls, expected, rule)
    }
    XCTAssertEqual(StorageRules.all.count, expected.count + 2)
    let calls = try await Self.calls("a cancelled call", [2: .uncancelled])
    XCTAssertEqual(calls.suffix(2), ["save \"key\" [2] 1 2: done", "load \"key\": [2] 2"])
  }

  func testWhichKeysAreTried() async throws {
    let long = String(repeating: "long", count: 500)
    let keys = [
      "", " ", ".", "..", "/", "a", "A", "a/b", "a\\b", "%61", "\u{0}", "\n", "\u{e9}", "e\u{301}", "👩‍👩‍👧",
      long, long + "er",
    ].map(\.debugDescription)
    let expected =
      keys.enumerated().map { "save \($1) [\($0)] - \($0 + 1) at \($0): done" }
      + keys.enumerated().map { "load \($1): [\($0)] \($0 + 1)" }
      + ["due 17 18: " + keys.enumerated().map { "\($1) \($0)" }.joined(separator: ", ")]
      + ["remove \(keys[12]) 13: done", "load \(keys[12]): -", "load \(keys[13]): [13] 14"]
    let calls = try await Self.calls("any text is a key")
    XCTAssertEqual(calls, expected)
  }

  func testOfManySavesOneIsDone() async throws {
    let calls = try await Self.calls("concurrent saves")
    XCTAssertEqual(calls.first, "save \"key\" [0] - 1: done")
    let saves = calls.dropFirst().dropLast()
    XCTAssertEqual(saves.count { $0.hasSuffix("done") }, 1)
    XCTAssertEqual(saves.count { $0.hasSuffix("superseded") }, 15)
    for number in 1...16 {
      XCTAssertEqual(saves.count { $0.hasPrefix("save \"key\" [\(number)] 1 ") }, 1, "\(number)")
    }
    let winner = try XCTUnwrap(saves.first { $0.hasSuffix("done") }).split(separator: " ")
    XCTAssertEqual(calls.last, "load \"key\": \(winner[2]) \(winner[4].dropLast())")
  }

  /// Each call of each rule gets each wrong answer.
  func testEachWrongAnswerIsNoticed() async throws {
    for (rule, check) in StorageRules.all {
      let right = AlteredStorage()
      try await check(StorageRules(storage: right))
      for number in 1...right.calls.count {
        for change in AlteredStorage.Change.allCases where change != .uncancelled {
          let storage = AlteredStorage([number: change])
          let place = "\(rule): \(change) of \(right.calls[number - 1].prefix(60))"
          do {
            try await check(StorageRules(storage: storage))
            if storage.isAltered { XCTAssertTrue(mayPass(rule, number, change, right.calls), place) }
          } catch {
            XCTAssertTrue(storage.isAltered, place)
            let isOfStorage = (error as? StorageError)?.code == .unavailable
            XCTAssertEqual(isOfStorage, change == .unavailable || change == .lostReply, "\(place): \(error)")
          }
        }
      }
    }
  }

  /// Whether a rule ignores a part of an answer, or allows another answer.
  private func mayPass(
    _ rule: String,
    _ number: Int,
    _ change: AlteredStorage.Change,
    _ calls: [String]
  ) -> Bool {
    let call = calls[number - 1]
    // It would have been rejected anyway, or another one wins.
    if change == .superseded, call.hasSuffix("superseded") || rule.hasPrefix("exactly one") && number > 1 {
      return true
    }
    // Other rules check instants and bytes.
    if rule.hasPrefix("any text") {
      return change == .label && call.hasPrefix("due") || change == .content && number == calls.count
    }
    return rule.hasPrefix("a cancelled") && number == 2 && (change == .unavailable || change == .lostReply)
  }

  /// A save whose task is cancelled is rejected, done, or done without a reply.
  func testAfterACancelledSaveAWrongValueIsNoticed() async throws {
    for answer in [AlteredStorage.Change.unavailable, .uncancelled, .lostReply] {
      try await Self.check("a cancelled call", AlteredStorage([2: answer]))
      for change in [AlteredStorage.Change.presence, .content, .label] {
        do {
          try await Self.check("a cancelled call", AlteredStorage([2: answer, 3: change]))
          XCTFail("\(answer), \(change)")
        } catch { XCTAssertTrue(error is StorageRules.Broken, "\(error)") }
      }
    }
  }
}
