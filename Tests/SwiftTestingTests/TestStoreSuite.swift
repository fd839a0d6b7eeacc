import Testing
import Troupe
import TroupeTesting

private struct Counter: Reducer {
  enum Action: Equatable, Sendable { case up, upLater }

  @Dependency(\.continuousClock) var clock

  func reduce(into count: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .up:
      count += 1
      return .none
    case .upLater:
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.up)
      }
    }
  }
}

private func counter() -> TestStore<Int, Counter.Action> {
  TestStore(initialState: 0) { Counter() }
}

/// A test store passes in Swift Testing as in XCTest.
@Suite struct TestStoreSuite {
  @Test func aFeaturePasses() async {
    let store = counter()
    await store.send(.up) { $0 = 1 }
    await store.send(.upLater)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.up) { $0 = 2 }
    await store.finish()
  }

  @MainActor @Test func aTestMayRunOnTheMainActor() async {
    let store = counter()
    await store.send(.upLater)
    await store.clock.run()
    await store.receive(.up) { $0 = 1 }
  }
}

/// A test store's failures fail the running test, also in Swift Testing.
@Suite(.inInnerRun) struct TestStoreFailureSuite {
  @Test func aWrongExpectationFailsAtItsLine() async {
    await expectFailure("The state didn't change as expected", lines: 2) {
      let store = counter()
      await store.send(.up) { $0 = 2 }
    }
  }

  @Test func anActionThatDoesNotComeFailsAtItsLine() async {
    await expectFailure("Expected to receive Counter.Action.up, but received nothing.", lines: 2) {
      let store = counter()
      await store.receive(.up)
    }
  }

  @Test func whatIsLeftWhenTheStoreIsReleasedFails() async {
    await expectFailure("This effect was still running when the test ended:", lines: 2) {
      let store = counter()
      await store.send(.upLater)
    }
  }

  @Test func anIssueOfAnEffectFails() async {
    await expectFailure("wrong") {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, _ in .run { _ in reportIssue("wrong") } }
      }
      await store.send(1)
    }
  }

  @Test func anIssueOfTheInitialStateFails() async {
    await expectFailure("wrong") {
      _ = TestStore(
        initialState: {
          reportIssue("wrong"); return 0
        }()
      ) { Counter() }
    }
  }

  @Test func anIssueOfAnAssertionFails() async {
    await expectFailure("wrong") {
      let store = counter()
      await store.send(.up) {
        reportIssue("wrong")
        $0 = 1
      }
    }
  }

  /// Expects one failure of a body, with a message that begins with the given text, this many lines below the
  /// statement.
  private func expectFailure(
    _ beginning: String,
    lines: Int? = nil,
    line: Int = #line,
    _ body: () async -> Void
  ) async {
    let count = Locked(0)
    await withKnownIssue {
      await body()
    } matching: { issue in
      count.withLock { $0 += 1 }
      let isPlaced = lines.map { issue.sourceLocation?.line == line + $0 } ?? true
      return isPlaced && issue.comments.first?.rawValue.hasPrefix(beginning) == true
    }
    #expect(count.withLock { $0 } == 1)
  }
}
