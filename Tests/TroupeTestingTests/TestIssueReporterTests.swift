import Troupe
import TroupeTesting
import XCTest

/// Issues fail the tests of every program that links `TroupeTesting`, without a line in the test.
final class TestIssueReporterTests: XCTestCase {
  private struct Failure: Equatable, Sendable {
    let text: String
    let line: Int
  }

  private struct Sour: Error {}

  private enum Action: Sendable { case run }

  /// The failures while they are captured; nil while XCTest takes them.
  private let caught = Locked<[Failure]?>(nil)

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    let isCaught = caught.withLock { caught in
      caught?.append(Failure(text: description, line: lineNumber))
      return caught != nil
    }
    guard !isCaught else { return }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }

  /// The failures that XCTest receives while a body runs.
  private func failures(of body: () async throws -> Void) async rethrows -> [Failure] {
    caught.withLock { $0 = [] }
    defer { caught.withLock { $0 = nil } }
    try await body()
    return caught.withLock { $0 ?? [] }
  }

  private func store(
    _ configuration: StoreConfiguration<Action> = StoreConfiguration(),
    effect: @escaping @Sendable () async throws -> Void
  ) -> Store<Int, Action> {
    Store(initialState: 0, configuration: configuration) {
      Reduce<Int, Action> { _, _ in .run { _ in try await effect() } }
    }
  }

  // S523
  func testAnErrorOfAnEffectOfAPlainStoreFailsTheTest() async {
    let store = store { throw Sour() }
    let found = await failures { await store.send(.run).finish() }
    withExtendedLifetime(store) {}
    XCTAssertEqual(found.count, 1)
    let text = found.first?.text ?? ""
    XCTAssertTrue(text.contains("threw an error that wasn't caught"), text)
  }

  // S523
  func testAnErrorOfAnEffectFailsTheTestOnASchedulerToo() async throws {
    let scheduler = Scheduler()
    let found = try await failures {
      let store = store(scheduler.configuration()) { throw Sour() }
      try await scheduler.run { await store.send(.run).finish() }
    }
    XCTAssertEqual(found.count, 1)
  }

  // S523
  func testADependencyThatIsNotSetFailsTheTestOnceForEachUse() async {
    let endpoint: @Sendable () throws -> Void = unimplemented("Weather.refresh")
    let line = #line - 1
    let store = store { try endpoint() }
    let found = await failures { await store.send(.run).finish() }
    withExtendedLifetime(store) {}
    XCTAssertEqual(found.map(\.line), [line])
    let text = found.first?.text ?? ""
    XCTAssertTrue(text.contains("Weather.refresh was used, but is not implemented here"), text)
  }

  // S523
  func testAnIssueOfAnotherThreadFailsTheTestThatRuns() async {
    let found = await failures {
      await Task.detached { reportIssue("wrong") }.value
    }
    XCTAssertEqual(found.map(\.text), ["failed - wrong"])
  }

  // S523
  func testWhoeverSetsAReporterHasNoFailures() async {
    let collector = IssueCollector()
    let store = store { throw Sour() }
    let found = await failures {
      await withIssueReporters([collector]) { await store.send(.run).finish() }
    }
    withExtendedLifetime(store) {}
    XCTAssertEqual(found, [])
    XCTAssertEqual(collector.all.count, 1)
  }

  // S427
  func testALoopOnAClockThatIsNotSetEnds() async {
    let store = store {
      @Dependency(\.continuousClock) var clock
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    let found = await failures { await store.send(.run).finish() }
    withExtendedLifetime(store) {}
    XCTAssertEqual(
      found.map { $0.text.prefix { $0 != "," } },
      ["failed - continuousClock.now was used", "failed - continuousClock.sleep was used"]
    )
  }
}
