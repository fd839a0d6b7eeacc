import Synchronization
import Troupe
import TroupeTesting
import XCTest

final class TestStoreTests: XCTestCase {
  private func searchStore() -> TestStoreOf<SearchFeature> {
    TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0[SearchClient.self].search = { [$0 + "!"] }
    }
  }

  // S297, S311, S321
  func testAFeatureFromEndToEnd() async {
    let store = searchStore()
    await store.send(.queryChanged("ahoy")) { $0.query = "ahoy" }
    await store.receive(.loading(true)) { $0.isLoading = true }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(\.response) { $0.results = ["ahoy!"] }
    await store.receive(.loading(false)) { $0.isLoading = false }
    await store.send(.open("a")) { $0.detail = Detail.State(title: "a") }
    await store.send(.detail(.presented(.start)))
    await store.clock.advance(by: .seconds(2))
    await store.receive(\.detail.presented) { $0.detail?.seconds = 1 }
    await store.receive(\.detail, .presented(.tick)) { $0.detail?.seconds = 2 }
    await store.send(.detail(.presented(.close)))
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
    await store.finish()
  }

  func testATestMayUseItsOwnVariables() async {
    var asserted = 0
    let store = searchStore()
    await store.send(.open("a")) {
      $0.detail = Detail.State(title: "a")
      asserted += 1
    }
    XCTAssertEqual(asserted, 1)
    XCTAssertEqual(store.state.detail?.title, "a")
  }

  // S298, S299, S301, S302
  func testWrongExpectationsOfTheState() async {
    await failures(
      [
        """
        The state changed in another way than expected (- expected, + found).

          SearchFeature.State(
        -   query: "b",
        +   query: "a",
            … (3 unchanged)
          )
        """
      ]
    ) {
      let store = searchStore()
      await store.send(.queryChanged("a")) { $0.query = "b" }
      store.exhaustivity = .off
    }
  }

  /// Runs a test that fails, and compares its failures with what is expected.
  private func failures(
    _ expected: [String],
    line: UInt = #line,
    _ body: () async -> Void
  ) async {
    let found = Issues()
    await withIssueReporters([found]) { await body() }
    XCTAssertEqual(found.messages, expected, line: line)
  }
}

private final class Issues: IssueReporter {
  private let found = Mutex<[Issue]>([])

  var messages: [String] { found.withLock { $0.map(\.message) } }

  func report(_ issue: Issue) { found.withLock { $0.append(issue) } }
}
