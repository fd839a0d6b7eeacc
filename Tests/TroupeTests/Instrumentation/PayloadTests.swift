import Troupe
import TroupeDiagnostics
import TroupeTesting
import XCTest

/// Without payloads, no text contains the secrets that are planted in actions, errors, ids and state.
final class PayloadTests: TroupeTestCase {
  private static let secret = "hunter2"

  private struct LeakyError: Error, CustomStringConvertible {
    let description = PayloadTests.secret
  }

  @Reducer
  struct Row {
    struct State: Equatable, Identifiable, Sendable {
      var id: String
    }
    enum Action: Equatable, Sendable {
      case start(String)
    }
    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        .run(name: "wait") { _ in try await waitForCancellation() }.cancellable(id: PayloadTests.secret)
      }
    }
  }

  @Reducer
  struct List {
    struct State: Sendable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: PayloadTests.secret)]
    }
    enum Action: Sendable {
      case rows(IdentifiedActionOf<Row>)
      case fail(String)
      case loop(String)
      case duplicate
      case fireAndForget
      case leak(String)
      case leaked(String)
    }
    let leaks: Collector<Send<Action>>
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rows, .leaked: return .none
        case .fail: return .run(name: "fail") { _ in throw LeakyError() }
        case .loop(let text): return .send(.loop(text))
        case .duplicate:
          state.rows.append(Row.State(id: "other"))
          state.rows[id: "other"]?.id = PayloadTests.secret
          return .none
        case .fireAndForget:
          return .run { _ in
            @Dependency(\.fireAndForget) var fireAndForget
            await fireAndForget { throw LeakyError() }
          }
        case .leak:
          return .run { [leaks] send in leaks.append(send) }
        }
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  /// All texts about a store in which everything goes wrong.
  private func texts(showsPayloads: Bool) async throws -> [String] {
    let recorder = IssueCollector()
    let events = Collector<String>()
    let secret = Self.secret
    try await withIssueReporters([recorder]) {
      let scheduler = Scheduler()
      let leaks = Collector<Send<List.Action>>()
      var configuration = scheduler.configuration(for: List.Action.self)
      configuration.showsPayloads = showsPayloads
      configuration.actionLimit = 10
      let store = Store(initialState: List.State(), configuration: configuration) {
        List(leaks: leaks)
      }
      try await scheduler.run {
        let listening = Task(executorPreference: scheduler) {
          for await event in store.events() { events.append("\(event)") }
        }
        await scheduler.settle()
        await store.send(.rows(.element(id: secret, action: .start(secret))))
        await scheduler.settle()
        for effect in await store.runningEffects { events.append("\(effect)") }
        await store.send(.rows(.element(id: secret + "-gone", action: .start(secret))))
        await store.send(.fail(secret))
        await store.send(.loop(secret))
        await store.send(.duplicate)
        await store.send(.fireAndForget).finish()
        await store.send(.leak(secret))
        await scheduler.settle()
        for send in leaks.all { await send(.leaked(secret)) }
        let report = await store.shutdown(within: .zero)
        events.append("\(report)")
        await store.send(.fail(secret))
        await listening.value
      }
    }
    return recorder.all.map(\.description) + events.all
  }

  func testNoPayloadIsShownUnlessItIsAskedFor() async throws {
    let texts = try await texts(showsPayloads: false)
    XCTAssertGreaterThan(texts.count, 20)
    XCTAssertEqual(texts.filter { $0.contains(Self.secret) }, [])
    let all = texts.joined(separator: "\n")
    // Text that isn't a payload is still there.
    for text in [
      "Action.rows(.element(id: …, action: .start(…)))", "Action.fail(…)", "LeakyError(…)", "\"fail\"",
      "rows[String(…)]", "id String(…)",
    ] {
      XCTAssertTrue(all.contains(text), "\(text) is missing in:\n\(all)")
    }
  }

  func testPayloadsAreShownWhereTheyAreAskedFor() async throws {
    let texts = try await texts(showsPayloads: true)
    let all = texts.joined(separator: "\n")
    for text in [
      "Action.rows(.element(id: \"hunter2\", action: .start(\"hunter2\")))", "Action.fail(\"hunter2\")",
      "wasn't caught: hunter2", "rows[hunter2]", "id hunter2",
    ] {
      XCTAssertTrue(all.contains(text), "\(text) is missing in:\n\(all)")
    }
  }

  func testADefaultIsThatOfTheBuild() {
    #if DEBUG
      XCTAssertTrue(StoreConfiguration<Int>().showsPayloads)
    #else
      XCTAssertFalse(StoreConfiguration<Int>().showsPayloads)
    #endif
  }

  func testNamesAreEscaped() async throws {
    let recorder = IssueCollector()
    await withIssueReporters([recorder]) {
      var configuration = StoreConfiguration<Int>()
      configuration.name = "a\nissue: \u{202E}b" + String(repeating: "n", count: 5_000_000)
      let store = Store(initialState: 0, configuration: configuration) {
        Reduce<Int, Int> { _, _ in .run(name: "c\r\u{2028}d") { _ in throw LeakyError() } }
      }
      await store.send(1).finish()
      await store.shutdown(within: .zero)
      await store.send(2)
    }
    let issues = recorder.all.map(\.description)
    XCTAssertEqual(issues.count, 2)
    XCTAssertTrue(issues[0].contains(#"The effect "c\r\u{2028}d""#), issues[0])
    XCTAssertTrue(issues[1].contains(#"the store "a\nissue: \u{202E}bnnn"#), "\(issues[1].prefix(300))")
    XCTAssertLessThan(issues[1].utf8.count, 1_000)
  }
}
