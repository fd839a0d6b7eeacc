import Foundation
import Troupe
import TroupeDiagnostics
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeRecording

/// What a recording writes, and when it ends.
final class RecordingTests: RecordingTestCase {
  private typealias JournalStore = HandStore<Journal.State, Journal.Action>
  private typealias JournalRecording = Recording<Journal.State, Journal.Action>

  private func recording(
    replacing: Bool = false,
    _ change: (inout RecordingOptions) -> Void = { _ in }
  ) throws -> JournalRecording {
    var options = RecordingOptions()
    change(&options)
    return try JournalRecording(to: path(), replacing: replacing, options: options)
  }

  private func replay(_ name: String = "journal.jsonl") throws -> Replay<Journal.State, Journal.Action> {
    try Replay(path(name)) { Journal() }
  }

  // S667, S670
  func testARecordingRunsAgain() throws {
    let recording = try recording()
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(all: Journal.actions(600))
    XCTAssertEqual(recording.turnCount, 600)
    try recording.close()
    let replay = try replay()
    XCTAssertNil(try replay.divergence())
    XCTAssertTrue(replay.isComplete)
    XCTAssertEqual(replay.turns, 0...600)
    for number in [0, 1, 2, 7, 8, 500, 499, 600, 598] {
      let expected = try ValueEncoder.encode(store.states[number])
      XCTAssertEqual(try ValueEncoder.encode(replay.state(after: number)), expected, "\(number)")
      XCTAssertEqual(
        try ValueEncoder.encode(XCTUnwrap(replay.recordedState(after: number))),
        expected,
        "\(number)"
      )
    }
    let turns = try replay.recordedTurns()
    XCTAssertEqual(turns.map(\.number), Array(1...600))
    XCTAssertEqual(turns[0].label, "Journal.Action.written(…, weight: …)")
    XCTAssertEqual(turns[0].id, "0000000000000001.1")
    XCTAssertEqual(turns[0].origin, "sent")
    XCTAssertGreaterThanOrEqual(turns[599].time, turns[0].time)
  }

  // S667
  func testADismissalIsATurn() throws {
    let recording = try recording()
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(.written("a"))
    store.dismiss { $0.entries.removeAll() }
    store.send(.rolled)
    try recording.close()
    let replay = try replay()
    XCTAssertNil(try replay.divergence())
    XCTAssertEqual(try (0...3).map { try replay.state(after: $0) }, store.states)
    XCTAssertEqual(try replay.recordedTurns()[1].label, "dismissal of /String(…)")
    XCTAssertEqual(try replay.recordedTurns()[1].cause, "0000000000000001.2")
  }

  // S668
  func testEachStateIsFoundSoonAndTakesLittleRoom() throws {
    let recording = try recording()
    let store = HandStore(Journal.State(), recording) { Journal() }
    for index in 0..<40 { store.send(.written("entry \(index)")) }
    for _ in 0..<400 { store.send(.rolled) }
    try recording.close()
    let lines = try contents().split(separator: 0x0A)
    let states = lines.filter { $0.starts(with: #"{"after""#.utf8) }
    XCTAssertGreaterThan(states.count, 3)
    XCTAssertLessThan(states.map(\.count).reduce(0, +), lines.map(\.count).reduce(0, +) / 2)
    XCTAssertEqual(try replay().state(after: 400), store.states[400])
  }

  // S669
  func testARedactedSecretIsNotInTheFile() throws {
    let recording = try recording {
      $0.redaction = Redaction { _, value in value.redact("password") }
    }
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(all: [.written("a"), .loggedIn(password: "hunter2-\"x\""), .rolled, .written("b"), .pushed])
    try recording.close()
    let text = String(decoding: try contents(), as: UTF8.self)
    XCTAssertFalse(text.contains("hunter2"), text)
    XCTAssertTrue(text.contains("redacted"))
    let replay = try replay()
    XCTAssertNil(try replay.divergence())
    var expected = store.state
    expected.password = "redacted"
    XCTAssertEqual(try replay.state(after: 5), expected)
    XCTAssertEqual(try replay.recordedTurns().map(\.isRedacted), [false, true, false, false, false])
    // Without a redaction, the file has it.
    let open = try JournalRecording(to: path("open.jsonl"))
    JournalStore(Journal.State(), open) { Journal() }.send(.loggedIn(password: "hunter2"))
    XCTAssertTrue(String(decoding: try contents("open.jsonl"), as: UTF8.self).contains("hunter2"))
  }

  // S669
  func testLabelsAndPathsHaveNoPayloads() throws {
    let recording = try recording {
      $0.redaction = Redaction { _, value in value.redact("password", "_0") }
    }
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(.loggedIn(password: "hunter2"))
    store.send(.tagged("hunter2"))
    store.dismiss("hunter2") {
      $0.password = nil
      $0.tags = []
      $0.counts = [:]
    }
    try recording.close()
    // The redaction of states handles the values in the state under other names.
    let lines = String(decoding: try contents(), as: UTF8.self).split(separator: "\n")
    for line in lines where line.contains("hunter2") {
      XCTAssertTrue(line.contains(#""changes":"#), "\(line)")
    }
    let turns = try replay().recordedTurns()
    XCTAssertEqual(turns.map(\.isRedacted), [true, true, false])
    XCTAssertFalse("\(turns.map { [$0.label, $0.action.map { "\($0)" } ?? ""] })".contains("hunter2"))
    XCTAssertFalse(lines.last { $0.contains("dismissed") }?.contains(#""scope":"/hunter2""#) ?? true)
  }

  // S669
  func testARedactedReadIsNotInTheFile() throws {
    let secret = UUID()
    let recording = try recording {
      $0.redaction = Redaction { part, value in
        if part == .read("uuid") { value = .string(UUID(0).uuidString) }
        if part == .state { value.redact(["id"], as: .string(UUID(1).uuidString)) }
      }
    }
    withDependencies {
      $0.uuid = .constant(secret)
    } operation: {
      JournalStore(Journal.State(), recording) { Journal() }.send(all: [.written("a"), .rolled])
    }
    try recording.close()
    XCTAssertFalse(String(decoding: try contents(), as: UTF8.self).contains(secret.uuidString))
    XCTAssertNil(try replay().divergence())
    XCTAssertEqual(try replay().state(after: 2).entries.map(\.id), [UUID(1)])
  }

  // S671
  func testEachFileStandsAlone() throws {
    let recording = try recording {
      $0.fileSize = 20_000
      $0.fileLimit = 3
    }
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(all: Journal.actions(700))
    try recording.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    XCTAssertEqual(names.count, 3)
    let numbers = names.compactMap { Int($0.dropFirst("journal-".count).dropLast(".jsonl".count)) }.sorted()
    XCTAssertEqual(numbers.count, 3)
    var last: Int?
    for number in numbers {
      let replay = try replay("journal-\(number).jsonl")
      XCTAssertNil(try replay.divergence())
      XCTAssertTrue(replay.isComplete)
      let turns = replay.turns
      if let last { XCTAssertEqual(turns.lowerBound, last) }
      last = turns.upperBound
      let encoded = try ValueEncoder.encode(store.states[turns.upperBound])
      XCTAssertEqual(try ValueEncoder.encode(replay.state(after: turns.upperBound)), encoded)
      XCTAssertThrowsError(try replay.state(after: turns.lowerBound - 1))
    }
    XCTAssertEqual(last, 700)
  }

  // S671
  func testNextFilesLeaveOthersAlone() throws {
    let other = Data("of someone else".utf8)
    for number in [2, 4] { try other.write(to: URL(filePath: path("journal-\(number).jsonl"))) }
    let recording = try recording { $0.fileSize = 4_000 }
    let store = HandStore(Journal.State(), recording) { Journal() }
    var count = 0
    while !FileManager.default.fileExists(atPath: path("journal-5.jsonl")), count < 1000 {
      store.send(.written("entry"))
      count += 1
    }
    try recording.close()
    XCTAssertNil(recording.failure)
    for number in [2, 4] { XCTAssertEqual(try contents("journal-\(number).jsonl"), other) }
    for name in ["journal.jsonl", "journal-3.jsonl", "journal-5.jsonl"] {
      XCTAssertNil(try replay(name).divergence())
      XCTAssertTrue(try replay(name).isComplete, name)
    }
    XCTAssertEqual(try replay("journal-5.jsonl").turns.upperBound, count)
    XCTAssertTrue(
      String(decoding: try contents(), as: UTF8.self).hasSuffix(#","next":"journal-3.jsonl"}"# + "\n")
    )
  }

  // S672
  func testAFileThatEndsAnywhereIsReadUpToItsLastWholeLine() throws {
    let recording = try recording()
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(all: Journal.actions(7))
    // Nothing is buffered: the file is there without `close()`.
    let all = try contents()
    XCTAssertEqual(try replay().turns, 0...7)
    XCTAssertFalse(try replay().isComplete)
    var counts = Set<Int>()
    // Cutting around the ends of lines, and now and then in between, takes less time than everywhere.
    let ends = all.indices.filter { all[$0] == 0x0A }.flatMap { [$0 - 1, $0, $0 + 1] }
    for count in Array(stride(from: 0, to: all.count, by: 97)) + ends where count < all.count {
      try all.prefix(count).write(to: URL(filePath: path("cut.jsonl")))
      let wholeLines = all.prefix(count).count { $0 == 0x0A }
      if wholeLines < 2 {
        XCTAssertThrowsError(try replay("cut.jsonl")) {
          XCTAssertEqual(($0 as? ReplayError)?.code, .notARecording)
        }
        continue
      }
      let replay = try replay("cut.jsonl")
      XCTAssertEqual(replay.turns, 0...(wholeLines - 2))
      if counts.insert(wholeLines).inserted { XCTAssertNil(try replay.divergence()) }
    }
    XCTAssertEqual(counts.count, 7)
  }

  // S673
  func testAPathIsForOneRecording() throws {
    let first = try recording()
    XCTAssertThrowsError(try recording()) { XCTAssertEqual(($0 as? RecordingError)?.code, .exists) }
    JournalStore(Journal.State(), first) { Journal() }.send(.rolled)
    XCTAssertThrowsError(try recording(replacing: true)) { error in
      XCTAssertEqual((error as? RecordingError)?.code, .inUse)
      XCTAssertTrue("\(error)".contains("a separate file"))
    }
    XCTAssertEqual(try replay().turns, 0...1)
    try first.close()
    XCTAssertNoThrow(try recording(replacing: true))
    XCTAssertEqual(try FileManager.default.attributesOfItem(atPath: path())[.size] as? Int, 0)
    XCTAssertThrowsError(try JournalRecording(to: path("none/at/all"))) {
      XCTAssertEqual(($0 as? RecordingError)?.code, .cannotOpen)
    }
  }

  // S673
  func testASecondStoreIsNotRecordedAndIsAnIssue() throws {
    let recording = try recording()
    let (first, second) = (
      HandStore(Journal.State(), recording, run: 1) { Journal() },
      HandStore(Journal.State(), recording, run: 2) { Journal() }
    )
    first.send(.written("a"))
    let issues = issues { second.send(all: [.rolled, .written("b")]) }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(issues.first?.contains("set for two stores") == true, "\(issues)")
    XCTAssertEqual(second.state.entries.count, 1)
    first.send(.pushed)
    try recording.close()
    XCTAssertEqual(try replay().state(after: 2), first.state)
  }

  // S673
  func testAStoreOfAnotherTypeIsNotRecordedAndIsAnIssue() throws {
    let recording = try recording()
    let store = HandStore(0, recording) {
      Reduce<Int, Bool> { state, _ in
        state += 1
        return .none
      }
    }
    let issues = issues { store.send(all: [true, false]) }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(issues.first?.contains("whose state is a Int") == true, "\(issues)")
    XCTAssertEqual(store.state, 2)
  }

  // S673
  func testActionsOfAnotherTypeAreNotRecordedAndAreAnIssue() throws {
    let recording = try recording()
    let store = HandStore(Journal.State(), recording) {
      Reduce<Journal.State, Bool> { state, _ in
        state.roll += 1
        return .none
      }
    }
    let issues = issues { store.send(all: [true, false]) }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(
      issues.first?.hasPrefix("A recording of Journal.Action was set for") == true,
      "\(issues)"
    )
    XCTAssertTrue(issues.first?.contains("an action of type Bool") == true, "\(issues)")
    XCTAssertEqual(store.state.roll, 2)
    try recording.close()
    XCTAssertThrowsError(try replay()) {
      XCTAssertTrue("\($0)".contains("The file has no state: the recording ended before"), "\($0)")
    }
  }

  // S673
  func testWhatIsCalledWhileATurnIsWrittenMayAskTheRecording() throws {
    let known = Locked<JournalRecording?>(nil)
    let counts = Locked<[Int]>([])
    let recording = try recording {
      $0.redaction = Redaction { part, _ in
        guard part == .action, let recording = known.withLock({ $0 }) else { return }
        XCTAssertNil(recording.failure)
        counts.withLock { $0.append(recording.turnCount) }
      }
    }
    known.withLock { $0 = recording }
    defer { known.withLock { $0 = nil } }
    JournalStore(Journal.State(), recording) { Journal() }.send(all: [.rolled, .pushed, .nothing])
    XCTAssertEqual(counts.withLock { $0 }, [0, 1, 2])
  }

  // S667
  func testTwoRecordingsOfAStoreBothHaveItsReads() throws {
    struct Both: Instrument {
      let outer: JournalRecording
      let inner: JournalRecording

      func reduce<S>(_ action: inout ActionInfo, state: inout S, body: (inout S) -> Void) {
        var inside = action
        outer.reduce(&action, state: &state) { inner.reduce(&inside, state: &$0, body: body) }
      }
    }
    let both = Both(
      outer: try JournalRecording(to: path("outer.jsonl")),
      inner: try JournalRecording(to: path("inner.jsonl"))
    )
    let store = HandStore(Journal.State(), both) { Journal() }
    store.send(all: Journal.actions(14))
    for name in ["outer.jsonl", "inner.jsonl"] {
      XCTAssertNil(try replay(name).divergence())
      XCTAssertEqual(try replay(name).recordedTurns()[0].reads.map(\.name), ["uuid", "date"])
    }
  }

  #if os(Linux)
    // S674
    func testAFullDiskEndsTheRecordingAndNotTheStore() throws {
      let recording = try JournalRecording(to: "/dev/full", replacing: true)
      let store = HandStore(Journal.State(), recording) { Journal() }
      let issues = issues { store.send(all: [.rolled, .written("a"), .written("b")]) }
      XCTAssertEqual(issues.count, 1)
      XCTAssertTrue(issues.first?.contains("A store is no longer recorded.") == true, "\(issues)")
      XCTAssertEqual(store.state.entries.count, 2)
      XCTAssertEqual(recording.failure?.code, .cannotWrite)
      XCTAssertThrowsError(try recording.close()) {
        XCTAssertEqual(($0 as? RecordingError)?.code, .cannotWrite)
      }
    }
  #endif

  // S674
  func testAValueThatIsNotEncodedEndsTheRecordingAndNotTheStore() throws {
    struct Failure: Error {}
    struct Picky: Codable, Sendable {
      var number = 0

      init() {}
      init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

      func encode(to encoder: any Encoder) throws {
        if number == 2 { throw Failure() }
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    let recording = try Recording<Picky, Int>(to: path())
    let store = HandStore(Picky(), recording) {
      Reduce<Picky, Int> { state, action in
        state.number += action
        return .none
      }
    }
    let issues = issues { store.send(all: [1, 1, 1]) }
    XCTAssertEqual(issues.count, 1)
    XCTAssertEqual(store.state.number, 3)
    XCTAssertEqual(recording.failure?.code, .unencodable)
    XCTAssertTrue(recording.failure?.underlying is Failure)
    // What was recorded before is there.
    let replay = try Replay<Picky, Int>(path()) {
      Reduce { state, action in
        state.number += action
        return .none
      }
    }
    XCTAssertEqual(replay.turns, 0...1)
    XCTAssertNil(try replay.divergence())
  }

  // S674
  func testAClosedRecordingRecordsNothingMore() throws {
    let recording = try recording()
    let store = HandStore(Journal.State(), recording) { Journal() }
    store.send(.rolled)
    try recording.close()
    try recording.close()
    store.send(.written("a"))
    XCTAssertEqual(store.state.entries.count, 1)
    XCTAssertEqual(try replay().turns, 0...1)
  }
}
