import TraceChecking
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

final class TraceFileTests: TroupeTestCase {
  /// The trace of a store in which everything happens that instruments can receive.
  private static func trace(
    _ scheduler: Scheduler,
    showsPayloads: Bool = false,
    name: String? = "shop"
  ) async throws -> TraceText {
    let text = TraceText()
    let file = TraceFile(output: text.output, showsPayloads: showsPayloads)
    let configuration = StoreConfiguration.watched(by: file, on: scheduler, name: name)
    await withIssueReporters([IssueCollector()]) {
      let store = Store(initialState: Shop.State(), configuration: configuration) { Shop() }
      await Shop.visit(store, scheduler)
    }
    try file.close()
    return text
  }

  // S630
  func testTurnsAreSlicesWithTheirActions() async throws {
    try await underSeeds { scheduler, _ in
      let trace = try await Self.trace(scheduler).trace()
      XCTAssertEqual(trace.problems, [])
      XCTAssertEqual(Array(trace.trackNames.values), ["shop"])
      let slices = trace.slices
      let turns = slices.filter { $0.category == "turn" }
      XCTAssertEqual(turns.map { $0.arguments["turn"] }, (1...turns.count).map { "\($0)" })
      XCTAssertEqual(
        turns.map { Int($0.arguments["actions"] ?? "") },
        turns.map { turn in
          slices.count { slice in
            slice.depth == 1 && slice.begin >= turn.begin && (slice.end ?? .max) <= (turn.end ?? 0)
          }
        }
      )
      let names = slices.filter { $0.category == "action" }.map(\.name)
      XCTAssertEqual(
        Array(names.prefix(7)).map { $0.replacing("Shop.Action", with: "") },
        [
          ".rows(.element(id: …, action: .load(…)))", ".rows(.element(id: …, action: .loaded(…)))",
          ".chain(…, …)", ".chain(…, …)", ".chain(…, …)", ".chain(…, …)", ".chain(…, …)",
        ]
      )
      XCTAssertTrue(
        slices.contains { $0.category == "dismissal" && $0.name == "dismissed: /rows[String(…)]" }
      )
    }
  }

  // S631
  func testEffectsScopesAndCancellationsAreThere() async throws {
    try await underSeeds { scheduler, _ in
      let trace = try await Self.trace(scheduler).trace()
      let effects = trace.intervals.filter { $0.category == "effect" }
      func ends(of name: String) -> [String] {
        effects.filter { $0.name == name }.map { $0.arguments["ended"] ?? "" }
      }
      XCTAssertEqual(ends(of: "load"), ["finished"])
      XCTAssertEqual(ends(of: "wait"), ["cancelled", "cancelled"])
      XCTAssertEqual(ends(of: "fail"), ["failed"])
      XCTAssertEqual(effects.first { $0.name == "fail" }?.arguments["error"], "Shop.Failure(…)")
      XCTAssertTrue(effects.allSatisfy { $0.arguments["cause"] != nil && $0.end != nil })
      let scopes = trace.intervals.filter { $0.category == "scope" }
      // A row has a scope while it has effects.
      XCTAssertEqual(scopes.map(\.name), ["/rows[String(…)]", "/detail", "/rows[String(…)]"])
      XCTAssertTrue(trace.events.contains { $0.phase == "i" && $0.name == "cancelled: wait" })
    }
  }

  fileprivate struct Pair: Reducer {
    struct State: Sendable {
      var first: Shop.Detail.State? = Shop.Detail.State()
      var second: Shop.Detail.State? = Shop.Detail.State()
    }
    @CasePathable
    enum Action: Sendable {
      case first(Shop.Detail.Action), second(Shop.Detail.Action), removeFirst
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .removeFirst = action { state.first = nil }
        return .none
      }
      .detail(\.first, action: \.first)
      .detail(\.second, action: \.second)
    }
  }

  // S631: one call, in an operator of the user, embeds both children, so their operators have one location.
  func testTwoScopesOfOneLocationAreTwoIntervals() async throws {
    try await underSeeds { scheduler, _ in
      let text = TraceText()
      let file = TraceFile(output: text.output)
      var configuration = scheduler.configuration(for: Pair.Action.self)
      configuration.instruments = [file]
      let store = Store(initialState: Pair.State(), configuration: configuration) { Pair() }
      for action in [Pair.Action.first(.wait), .second(.wait), .removeFirst] { await store.send(action) }
      await store.shutdown(within: .zero)
      try file.close()
      let trace = try text.trace()
      XCTAssertEqual(trace.problems, [])
      let scopes = trace.intervals.filter { $0.category == "scope" }
      XCTAssertEqual(scopes.map(\.name), ["/first", "/second"])
      XCTAssertTrue(scopes.allSatisfy { $0.end != nil })
    }
  }

  // S632
  func testArrowsLeadFromCausesToWhatTheyCaused() async throws {
    try await underSeeds { scheduler, _ in
      let trace = try await Self.trace(scheduler).trace()
      let actions = trace.slices.filter { $0.category == "action" || $0.category == "dismissal" }
      let caused = actions.filter { $0.arguments["cause"] != nil }
      XCTAssertEqual(trace.events.count { $0.phase == "s" }, caused.count)
      XCTAssertEqual(trace.events.count { $0.phase == "f" }, caused.count)
      XCTAssertEqual(caused.count, 7, "an action of a row, four of a chain, and what removes the children")
      let chain = actions.filter { $0.name.contains(".chain") }
      XCTAssertEqual(Set(chain.dropFirst().map { $0.arguments["root"] }), [chain.first?.arguments["id"]])
      XCTAssertEqual(
        chain.map { $0.arguments["origin"] ?? "effect" },
        ["sent", "returned", "effect", "returned", "effect"]
      )
    }
  }

  // S632
  func testArrowsLeadFromStoreToStoreInOneFile() async throws {
    try await underSeeds { scheduler, _ in
      let texts = [TraceText(), TraceText()]
      let files = texts.map { TraceFile(output: $0.output) }
      func store(_ name: String, _ file: TraceFile) -> StoreOf<Shop> {
        Store(
          initialState: Shop.State(),
          configuration: .watched(by: file, on: scheduler, name: name)
        ) { Shop() }
      }
      let (same, other) = (store("same", files[0]), store("other", files[1]))
      var configuration = scheduler.configuration(for: Int.self)
      configuration.name = "first"
      configuration.instruments = [files[0]]
      let first = Store(initialState: 0, configuration: configuration) {
        Reduce<Int, Int> { _, _ in
          .run { _ in
            await same.send(.open)
            await other.send(.open)
          }
        }
      }
      await first.send(1).finish()
      for store in [same, other] { await store.shutdown(within: .zero) }
      await first.shutdown(within: .zero)
      for file in files { try file.close() }
      let traces = try texts.map { try $0.trace() }
      XCTAssertEqual(traces[0].problems, [])
      XCTAssertEqual(traces[0].trackNames, [1: "first", 2: "same"])
      XCTAssertEqual(traces[0].events.filter { $0.phase == "s" || $0.phase == "f" }.map(\.process), [1, 2])
      XCTAssertEqual(traces[1].events.count { $0.phase == "s" || $0.phase == "f" }, 0)
      XCTAssertEqual(traces[1].slices.last?.arguments["cause"], traces[0].slices[1].arguments["id"])
    }
  }

  // S633
  func testPayloadsAreThereOnlyIfTheyAreAskedFor() async throws {
    try await underSeeds(3) { scheduler, _ in
      let text = try await Self.trace(scheduler).text
      XCTAssertFalse(text.contains(Shop.secret), text)
    }
    try await underSeeds(1) { scheduler, _ in
      let text = try await Self.trace(scheduler, showsPayloads: true)
      XCTAssertEqual(try text.trace().problems, [])
      for shown in [
        #".load(\"hunter2\")"#, #""error":"the error says hunter2""#, #""ids":"hunter2""#, "/rows[hunter2]",
      ] { XCTAssertTrue(text.text.contains(shown), "\(shown) is missing in \(text.text)") }
    }
  }

  // S634
  func testATraceWithoutItsEndIsATrace() async throws {
    try await underSeeds(1) { scheduler, _ in
      let text = try await Self.trace(scheduler).text
      let whole = try Trace(text).events.count
      for length in (0..<300).map({ _ in Int.random(in: 2..<text.utf8.count) }) {
        let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
        let trace = try Trace(part, isCut: true)
        XCTAssertEqual(trace.problems, [], "after \(length) bytes")
        // At most one line is lost.
        let lines = part.utf8.count { $0 == UInt8(ascii: "\n") }
        XCTAssertGreaterThanOrEqual(trace.events.count, min(lines - 1, whole))
      }
    }
  }

  /// An id whose text uses the trace that writes it.
  private struct Curious: Hashable, Sendable, CustomStringConvertible {
    let file: TraceFile

    var description: String {
      file.writer.withLock { "\($0.tracks.count) tracks" }
    }

    static func == (lhs: Curious, rhs: Curious) -> Bool { lhs.file === rhs.file }
    func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  func testTextsAreMadeWhileTheTraceIsNotLocked() async throws {
    let text = TraceText()
    let file = TraceFile(output: text.output, showsPayloads: true)
    var configuration = StoreConfiguration<Int>()
    configuration.instruments = [file]
    let store = Store(initialState: 0, configuration: configuration) {
      Reduce<Int, Int> { _, _ in .run { _ in }.cancellable(id: Curious(file: file)) }
    }
    await store.send(1).finish()
    await store.shutdown(within: .zero)
    try file.close()
    XCTAssertEqual(try text.trace().intervals.map { $0.arguments["ids"] }, ["1 tracks"])
  }

  func testNamesCanNotForgeEvents() async throws {
    try await underSeeds(1) { scheduler, _ in
      let name = "a\"},\n{\\\u{1}\u{2028}é"
      let trace = try await Self.trace(scheduler, name: name).trace()
      XCTAssertEqual(trace.problems, [])
      XCTAssertEqual(Array(trace.trackNames.values), [#"a"},\n{\\u{1}\u{2028}é"#])
    }
  }

  func testAnInstrumentOfAReducerIsATrace() async throws {
    try await underSeeds { scheduler, _ in
      let text = TraceText()
      let file = TraceFile(output: text.output)
      let store = Store(initialState: Shop.State(), configuration: scheduler.configuration()) {
        Shop().instrument(file)
      }
      await withIssueReporters([IssueCollector()]) { await Shop.visit(store, scheduler) }
      try file.close()
      let trace = try text.trace()
      XCTAssertEqual(trace.problems, [])
      XCTAssertEqual(trace.slices.count { $0.category == "action" }, 15)
      XCTAssertGreaterThan(trace.intervals.count { $0.category == "effect" }, 5)
    }
  }

  // S635
  func testTheMemoryIsBounded() async throws {
    try await underSeeds(1) { scheduler, _ in
      let text = TraceText()
      let file = TraceFile(output: text.output, trackLimit: 8)
      for _ in 0..<200 {
        let configuration = StoreConfiguration.watched(by: file, on: scheduler)
        let store = Store(initialState: Shop.State(), configuration: configuration) { Shop() }
        for _ in 0..<10 { await store.send(.chain("", 1)).finish() }
        await store.shutdown(within: .zero)
        XCTAssertLessThanOrEqual(file.writer.withLock { $0.tracks.count }, 8)
      }
      try file.close()
      let trace = try text.trace()
      XCTAssertEqual(trace.problems, [])
      XCTAssertEqual(trace.slices.count { $0.category == "action" }, 4_000)
      XCTAssertGreaterThan(text.chunkSizes.count, 10)
      XCTAssertLessThan(text.chunkSizes.max() ?? 0, TraceWriter.chunkSize + 1_024)
    }
  }
}

extension Reducer {
  fileprivate func detail(
    _ state: any WritableKeyPath<State, Shop.Detail.State?> & Sendable,
    action: any CaseKeyPath<Action, Shop.Detail.Action> & Sendable
  ) -> some Reducer<State, Action> {
    self.ifLet(state, action: action) { Shop.Detail() }
  }
}
