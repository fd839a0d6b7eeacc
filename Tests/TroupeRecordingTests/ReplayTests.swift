import Foundation
import Synchronization
import Troupe
import TroupeDependencies
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeRecording

private struct Sensor: Sendable {
  var temperature: @Sendable () -> Int
}

private enum SensorKey: DependencyKey {
  static var liveValue: Sensor { Sensor { 20 } }
}

private struct Level: RecordableDependency {
  var meters: @Sendable (_ place: String) -> Int

  func recorded(by recorder: DependencyRecorder) -> Level {
    Level(meters: recorder.endpoint("meters", meters))
  }
}

private enum LevelKey: DependencyKey {
  static var liveValue: Level { Level { $0.count } }
}

extension DependencyValues {
  fileprivate var sensor: Sensor {
    get { self[SensorKey.self] }
    set { self[SensorKey.self] = newValue }
  }
  fileprivate var level: Level {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

/// Where a replay diverges from its recording.
final class ReplayTests: RecordingTestCase {
  private struct Sum: Codable, Equatable, Sendable {
    var total = 0
    var text = ""
  }

  private typealias Body = @Sendable (inout Sum, Int) -> Void

  /// Records a reducer that processes some numbers.
  private func record(_ numbers: [Int], _ body: @escaping Body) throws {
    let recording = try Recording<Sum, Int>(to: path(), replacing: true)
    HandStore<Sum, Int>(Sum(), recording) { Self.reducer(body) }.send(all: numbers)
    try recording.close()
  }

  private func replay(
    withDependencies: ((inout DependencyValues) -> Void)? = nil,
    _ body: @escaping Body
  ) throws -> Replay<Sum, Int> {
    try Replay(path(), reducer: { Self.reducer(body) }, withDependencies: withDependencies)
  }

  private static func reducer(_ body: @escaping Body) -> some Reducer<Sum, Int> {
    Reduce { state, action in
      body(&state, action)
      return .none
    }
  }

  // S675
  func testEffectsThatAChildDeclaresAreNotRunAndNotReported() async throws {
    var configuration = StoreConfiguration<ReplayedSheets.Action>()
    let recording = try Recording<ReplayedSheets.State, ReplayedSheets.Action>(to: path(), replacing: true)
    configuration.instruments = [recording]
    let store = Store(initialState: ReplayedSheets.State(), configuration: configuration) { ReplayedSheets() }
    await store.send(.opened).finish()
    await store.send(.sheet(.presented(.closed))).finish()
    try recording.close()
    let replay = try Replay(path()) { ReplayedSheets() }
    XCTAssertNil(try replay.divergence())
    XCTAssertEqual(try replay.state(after: 1).sheet?.count, 0)
  }

  // S675
  func testAReducerThatHasChangedDivergesInItsTurn() throws {
    try record([1, 2, 3, 4, 5]) { $0.total += $1 }
    let replay = try replay { $0.total += $1 == 4 ? 40 : $1 }
    let divergence = try XCTUnwrap(try replay.divergence())
    XCTAssertEqual(divergence.turn, 4)
    XCTAssertEqual(divergence.kind, .state)
    XCTAssertEqual(
      divergence.difference,
      """
        ReplayTests.Sum(
      -   total: 10,
      +   total: 46,
          text: ""
        )
      """
    )
    XCTAssertTrue("\(divergence)".hasPrefix("The replay diverges in turn 4, Int"), "\(divergence)")
    XCTAssertEqual(try replay.state(after: 5).total, 51)
    XCTAssertEqual(try replay.recordedState(after: 5)?.total, 15)
    XCTAssertNil(try self.replay { $0.total += $1 }.divergence())
  }

  // S675
  func testAClockThatIsReadByTheReducerItselfIsFound() throws {
    let count = Atomic(0)
    let body: Body = { state, action in
      state.total += action
      if action == 3 { state.text = "\(count.add(1, ordering: .relaxed).newValue)" }
    }
    try record([1, 2, 3, 4], body)
    let divergence = try XCTUnwrap(try replay(body).divergence())
    XCTAssertEqual(divergence.turn, 3)
    XCTAssertTrue("\(divergence)".contains("reads a clock"), "\(divergence)")
    XCTAssertTrue(divergence.difference?.contains(#"-   text: "1""#) == true, "\(divergence)")
    XCTAssertTrue(divergence.difference?.contains(#"+   text: "2""#) == true, "\(divergence)")
  }

  // S668
  func testWithoutTheStateOfEachTurnADepartureIsFoundAtTheNextOne() throws {
    var options = RecordingOptions()
    options.stateInterval = 4
    let recording = try Recording<Sum, Int>(to: path(), options: options)
    let store = HandStore<Sum, Int>(Sum(), recording) { Self.reducer { $0.total += $1 } }
    store.send(all: Array(1...9))
    store.dismiss { $0.total = 0 }
    store.send(all: [1, 2, 3])
    try recording.close()
    let same = try replay { $0.total += $1 }
    XCTAssertNil(try same.divergence())
    for number in 0...13 { XCTAssertEqual(try same.state(after: number), store.states[number], "\(number)") }
    let known = try (0...13).filter { try same.recordedState(after: $0) != nil }
    XCTAssertEqual(known, [0, 4, 8, 10, 12])
    let divergence = try XCTUnwrap(try replay { $0.total += $1 == 6 ? 0 : $1 }.divergence())
    XCTAssertEqual([divergence.firstTurn, divergence.turn], [5, 8])
    XCTAssertTrue("\(divergence)".hasPrefix("The replay diverges between turns 5 and 8"), "\(divergence)")
    XCTAssertTrue(divergence.difference?.contains("-   total: 36") == true, "\(divergence)")
    let text = String(decoding: try contents(), as: UTF8.self)
    XCTAssertEqual(text.components(separatedBy: #""hash""#).count - 1, 5)
  }

  // S676
  func testWhatIsLookedUpAndNotRecordedIsNamed() throws {
    let body: Body = { state, _ in
      @Dependency(\.sensor) var sensor
      @Dependency(\.level) var level
      state.total = sensor.temperature() + level.meters("Ulm")
    }
    try record([1, 2], body)
    let replay = try replay(withDependencies: { $0.sensor.temperature = { 21 } }, body)
    let divergence = try XCTUnwrap(try replay.divergence())
    XCTAssertEqual(divergence.turn, 1)
    XCTAssertEqual(divergence.unrecorded, ["sensor"])
    XCTAssertTrue(
      "\(divergence)".contains("The reducer looked up `sensor`, whose values are not recorded."),
      "\(divergence)"
    )
  }

  // S661, S670
  func testAReplayDoesNotAskTheDependencies() throws {
    let body: Body = { state, action in
      @Dependency(\.level) var level
      @Dependency(\.date.now) var now
      @Dependency(\.withRandomNumberGenerator) var random
      state.total += level.meters("Ulm \(action)")
      state.text += "\(now.timeIntervalSinceReferenceDate) \(random { $0.next() })"
    }
    try record([1, 20, 300], body)
    let replay = try replay(
      withDependencies: {
        $0.context = .test
        $0.level.meters = unimplemented("meters", placeholder: 0)
        $0.date = DateGenerator(unimplemented("date", placeholder: .distantPast))
      },
      body
    )
    XCTAssertNil(try replay.divergence())
    XCTAssertEqual(try replay.state(after: 3).total, 18)
  }

  // S663
  func testAReadWithinAReadIsAPartOfIt() throws {
    let body: Body = { state, _ in
      @Dependency(\.level) var level
      state.total += level.meters("x")
    }
    try withDependencies {
      $0.level.meters = { _ in
        @Dependency(\.withRandomNumberGenerator) var random
        return random { Int.random(in: 0...1000, using: &$0) }
      }
    } operation: {
      try record([1, 2], body)
    }
    XCTAssertNil(try replay(body).divergence())
    let reads = try replay(body).recordedTurns().map { $0.reads.map(\.name) }
    XCTAssertEqual(reads, [["level.meters"], ["level.meters"]])
  }

  // S676
  func testAReadThatDivergesIsNamed() throws {
    let first: Body = { state, action in
      @Dependency(\.level) var level
      state.total = action > 1 ? level.meters("abc") : 0
    }
    let second: Body = { state, action in
      @Dependency(\.uuid) var uuid
      _ = action > 1 ? uuid() : UUID()
      state.total = action > 1 ? 3 : 0
    }
    let none: Body = { state, action in state.total = action > 1 ? 3 : 0 }
    let both: Body = { state, action in
      first(&state, action)
      second(&state, action)
    }
    try record([1, 2, 3], first)
    for (body, text) in [
      (second, "The reducer read `uuid` in the replay, but `level.meters` in the recording."),
      (none, "The reducer didn't read `level.meters`, unlike in the recording."),
      (
        both,
        "The reducer read `uuid`, but the recording has no further value of this dependency in this turn."
      ),
    ] {
      let divergence = try XCTUnwrap(try replay(body).divergence())
      XCTAssertEqual(divergence.turn, 2)
      XCTAssertEqual(divergence.kind, .reads)
      XCTAssertEqual(divergence.read, text)
      XCTAssertNil(divergence.difference)
    }
  }

  // S677
  func testAnActionThatIsNoMoreIsAnErrorWithItsTurn() throws {
    try record([1, 2]) { $0.total += $1 }
    let replay = try Replay<Sum, Bool>(path()) { Reduce { _, _ in .none } }
    for body in [{ _ = try replay.divergence() }, { _ = try replay.state(after: 2) }] {
      XCTAssertThrowsError(try body()) { error in
        XCTAssertEqual((error as? ReplayError)?.code, .undecodable)
        XCTAssertEqual((error as? ReplayError)?.turn, 1)
        XCTAssertTrue("\(error)".contains("The action Int(…) of turn 1 can't be decoded"), "\(error)")
      }
    }
    let other = try Replay<[Int], Int>(path()) { Reduce { _, _ in .none } }
    XCTAssertThrowsError(try other.divergence()) { XCTAssertEqual(($0 as? ReplayError)?.turn, 0) }
  }

  // S675
  func testAStateThatIsNotWhatWasEncodedIsADeparture() throws {
    struct Changed: Codable, Sendable {
      enum Key: CodingKey { case total }
      var total: Int

      init(from decoder: any Decoder) throws {
        total = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .total) + 1
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(total, forKey: .total)
      }
    }
    try record([1, 2]) { $0.total += $1 }
    let replay = try Replay<Changed, Int>(path()) { Reduce { _, _ in .none } }
    let divergence = try XCTUnwrap(try replay.divergence())
    XCTAssertEqual(divergence.kind, .coding)
    XCTAssertEqual(divergence.turn, 0)
    XCTAssertTrue(divergence.difference?.contains("total") == true, "\(divergence)")
  }

  // S675
  func testAStateThatDecodesWhatWasRecordedBeforeIsCompared() throws {
    struct Changed: Codable, Sendable {
      enum Key: CodingKey { case total, text, isNew }
      var total: Int
      var text: String
      var isNew: Bool

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        total = try container.decode(Int.self, forKey: .total)
        text = try container.decode(String.self, forKey: .text)
        isNew = try container.decodeIfPresent(Bool.self, forKey: .isNew) ?? true
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(total, forKey: .total)
        try container.encode(text, forKey: .text)
        try container.encode(isNew, forKey: .isNew)
      }
    }
    func replay(_ body: @escaping @Sendable (inout Changed, Int) -> Void) throws -> Replay<Changed, Int> {
      try Replay(path()) {
        Reduce { state, action in
          body(&state, action)
          return .none
        }
      }
    }
    try record([1, 2, 3]) { $0.total += $1 }
    XCTAssertNil(try replay { $0.total += $1 }.divergence())
    for body in [
      { $0.total += $1 == 2 ? 20 : $1 },
      {
        $0.total += $1
        if $1 == 2 { $0.isNew = false }
      },
    ] as [@Sendable (inout Changed, Int) -> Void] {
      let divergence = try XCTUnwrap(try replay(body).divergence())
      XCTAssertEqual(divergence.turn, 2)
      XCTAssertEqual(divergence.kind, .state)
    }
  }

  // S677
  func testIssuesOfTheReducerAreReported() throws {
    let body: Body = { state, action in
      state.total += action
      if action == 2 { reportIssue("Two is odd.") }
    }
    XCTAssertEqual(try issues { try record([1, 2, 3], body) }, ["Two is odd."])
    XCTAssertEqual(try issues { XCTAssertNil(try replay(body).divergence()) }, ["Two is odd."])
  }

  // S677
  func testFilesThatAreNoneOfARecordingAreTypedErrors() throws {
    func code(_ text: String?) -> ReplayError.Code? {
      if let text { try? Data(text.utf8).write(to: URL(filePath: path("other"))) }
      do {
        let name = text == nil ? "missing" : "other"
        _ = try Replay<Sum, Int>(path(name)) { Self.reducer { $0.total += $1 } }.divergence()
        return nil
      } catch {
        return error.code
      }
    }
    try record([1, 2]) { $0.total += $1 }
    let whole = String(decoding: try contents(), as: UTF8.self)
    XCTAssertEqual(code(nil), .unreadable)
    XCTAssertEqual(code(""), .notARecording)
    XCTAssertEqual(code("{}\n{}\n"), .notARecording)
    XCTAssertEqual(code(whole.replacing(#""recording":1"#, with: #""recording":2"#)), .newerFormat)
    XCTAssertEqual(code(whole.replacing(#""turn":2"#, with: #""turn":"two""#)), .damaged)
    XCTAssertEqual(code(whole.replacing(#"[["total"],3]"#, with: #"[["totals","x"],3]"#)), .damaged)
    XCTAssertEqual(code(whole.replacing(#""turn":2}"#, with: #""turn":2"#)), .damaged)
    XCTAssertEqual(code(whole.replacing(#"{"after":0"#, with: #"{"after":9223372036854775807"#)), .damaged)
    XCTAssertEqual(code(whole.replacing(#""turn":2"#, with: #""turn":3"#)), .damaged)
    XCTAssertEqual(code(whole.replacing(#"{"end":2"#, with: #"{"end":3"#)), .damaged)
    XCTAssertEqual(code(whole + "garbage\n"), .damaged)
    XCTAssertEqual(code(whole + whole), .damaged)
    XCTAssertNil(code(whole + "{"))
    let replay = try replay { $0.total += $1 }
    XCTAssertThrowsError(try replay.state(after: 3)) {
      XCTAssertEqual(($0 as? ReplayError)?.code, .noSuchTurn)
      XCTAssertTrue("\($0)".contains("The file has no turn 3, only turns 0 to 2."))
    }
  }

  // S677
  func testAFileWithoutAStateSaysSo() throws {
    try record([]) { $0.total += $1 }
    for text in [nil, "", "{", #"{"recording":1}"# + "\n"] {
      if let text { try Data(text.utf8).write(to: URL(filePath: path())) }
      XCTAssertThrowsError(try replay { $0.total += $1 }) {
        XCTAssertEqual(($0 as? ReplayError)?.code, .notARecording)
        XCTAssertTrue("\($0)".contains("The file has no state: the recording ended before"), "\($0)")
      }
    }
  }

  // S677
  func testARecordedStateIsCheckedByItsHash() throws {
    try record([1, 2]) { $0.total += $1 }
    let whole = String(decoding: try contents(), as: UTF8.self)
    let edited = whole.replacing(#"[["total"],3]"#, with: #"[["total"],4]"#)
    try Data(edited.utf8).write(to: URL(filePath: path()))
    let replay = try replay { $0.total += $1 }
    XCTAssertEqual(try replay.recordedState(after: 1)?.total, 1)
    XCTAssertThrowsError(try replay.recordedState(after: 2)) {
      XCTAssertEqual(($0 as? ReplayError)?.code, .damaged)
    }
  }
}

/// A feature whose child declares an effect.
@Reducer
struct ReplayedSheets {
  struct State: Codable, Equatable, Sendable { @Presents var sheet: ReplayedSheet.State? }

  enum Action: Codable, Equatable, Sendable {
    case opened
    case sheet(PresentationAction<ReplayedSheet.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened: state.sheet = ReplayedSheet.State()
      case .sheet(.presented(.closed)): state.sheet = nil
      case .sheet: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { ReplayedSheet() }
  }
}

@Reducer
struct ReplayedSheet {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Equatable, Sendable { case closed }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .task(id: { $0.count }) { _ in .run { _ in try await Task.never() } }
  }
}
