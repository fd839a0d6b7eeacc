import Troupe
import TroupeTesting
import XCTest

/// Actions that a test hasn't received when it sends another one, and what is known of them.
final class OverdueTests: XCTestCase {
  private func store() -> TestStoreOf<Lab> {
    Lab.store { $0 == .start ? .concatenate(.send(.up), .send(.say("up"))) : .none }
  }

  // S520
  func testWhatIsOverdueCanBeReceivedStill() async {
    let store = store()
    let line: UInt = #line + 1
    await store.send(.start)
    await assertFailure(
      """
      Before Lab.Action.inner(.rename("later")) was sent, effects sent the following, but the test hasn't received it:

      - Lab.Action.up, caused by the `send` at TroupeTestingTests/OverdueTests.swift:\(line)
      - Lab.Action.say("up"), caused by the `send` at TroupeTestingTests/OverdueTests.swift:\(line)

      Receive it before this statement, with `await store.receive(…)`, or skip it, with \
      `await store.skipReceivedActions()`.
      """
    ) {
      await store.send(.inner(.rename("later"))) { $0.names = ["later"] }
    }
    let found = await failures {
      await store.receive(.up) { $0.count = 1 }
      await store.receive(.say("up")) { $0.text = "up" }
      await store.finish()
    }
    XCTAssertEqual(found.map(\.message), [])
    XCTAssertEqual(store.state, Lab.State(count: 1, text: "up", names: ["later"]))
  }

  // S520
  func testWhatIsOverdueIsToldOnceAndStandsInNobodysWay() async {
    let store = store()
    await store.send(.start)
    let first = await failures { await store.send(.inner(.reset)) { $0 = Lab.State() } }
    XCTAssertEqual(first.count, 1)
    let rest = await failures {
      await store.send(.set(3)) { $0.count = 3 }
      await store.finish()
    }
    XCTAssertEqual(rest.map(\.message), [])
  }

  // S521
  func testTheStateInAClosureIsTheOldOne() async {
    let store = store()
    await store.send(.start)
    await store.receive(.up) {
      XCTAssertEqual(store.state.count, 0)
      $0.count = store.state.count + 1
    }
    await store.receive(.say("up")) { $0.text = "up" }
    await store.send(.set(5)) {
      XCTAssertEqual(store.state.count, 1)
      $0.count = store.state.count + 4
    }
    XCTAssertEqual(store.state.count, 5)
  }

  // S399
  func testAnUnimplementedDependencyNamesTheSendThatLedToIt() async {
    let endpoint: @Sendable () throws -> Void = unimplemented("Weather.refresh")
    let made: UInt = #line - 1
    let store = Lab.store { $0 == .start ? .run { _ in try endpoint() } : .none }
    await assertFailure(
      """
      Weather.refresh (TroupeTestingTests/OverdueTests.swift:\(made)) was used, but is not implemented here.

      Override its dependency with the implementation that the test needs: `withDependencies { … }`, or the \
      store's `withDependencies:`.
      """,
      lines: 9
    ) {
      await store.send(.start)
    }
  }

  // S522
  func testALoopOfActionsIsStoppedSoonAndToldInADozenLines() async {
    let store = Lab.store { $0 == .up ? .send(.up) : .none }
    let found = await failures {
      await store.send(.up) { $0.count = 1 }
      await store.finish()
    }
    XCTAssertEqual(found.count, 2)
    XCTAssertTrue(found[0].message.hasPrefix("10000 actions were reduced in one turn"), found[0].message)
    let lines = found[1].message.split(separator: "\n").filter { $0.hasPrefix("- ") }
    XCTAssertEqual(lines.count, 13)
    XCTAssertEqual(lines.last, "- and 9987 more")
  }

  // MARK: Paths

  private enum Row: Sendable, CasePathable {
    case failed

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let failed = AnyCasePath(embed: Row.failed) { if case .failed = $0 { () } else { nil } }
    }
  }

  private enum Table: Sendable, CasePathable {
    case rows(IdentifiedAction<Int, Row>)
    case named(IdentifiedAction<String, Row>)
    case path(StackAction<Int, Row>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let rows = AnyCasePath(embed: Table.rows) { if case .rows(let it) = $0 { it } else { nil } }
      let named = AnyCasePath(embed: Table.named) { if case .named(let it) = $0 { it } else { nil } }
      let path = AnyCasePath(embed: Table.path) { if case .path(let it) = $0 { it } else { nil } }
    }
  }

  func testAPathIsShownAsItIsWritten() async {
    let store = TestStore(initialState: 0) { Reduce<Int, Table> { _, _ in .none } }
    let found = await failures {
      await store.receive(\.rows[id: 1].failed)
      await store.receive(\.named[id: "a"].failed)
      await store.receive(\.path[id: 2].failed)
    }
    XCTAssertEqual(
      found.map { $0.message.prefix { $0 != "," } },
      [
        #"Expected to receive an action of the case \.rows[id: 1].failed"#,
        #"Expected to receive an action of the case \.named[id: "a"].failed"#,
        #"Expected to receive an action of the case \.path[id: 2].failed"#,
      ]
    )
  }
}
