import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// `FailurePolicy.restart`.
final class RestartTests: TroupeTestCase {
  struct Failure: Error {}

  /// Two declared effects: one that fails on demand, and one beside it.
  struct Line: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id = 1
      var channel: Int? = 1
      var hasLog = true
    }
    enum Action: Equatable, Sendable {
      case tune(Int?)
      case log(Bool)
      case cancelAll
      case fail
    }

    let begun: Collector<String>
    let failures: Radio

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tune(let channel): state.channel = channel
        case .log(let isOn): state.hasLog = isOn
        case .cancelAll: return .cancelAll
        case .fail: return .run(name: "action") { _ in throw Failure() }
        }
        return .none
      }
      .task(id: { $0.channel }) { [begun, failures] channel in
        .run(name: "listen") { _ in
          begun.append("listen \(channel)")
          try await failures.wait()
        }
      }
      .task(id: { $0.hasLog ? true : nil }) { [begun] _ in
        .run(name: "log") { _ in
          begun.append("log")
          try await waitForCancellation()
        }
      }
    }
  }

  /// A source that effects listen to.
  final class Radio: Sendable {
    private let clock: TestClock
    init(_ clock: TestClock) { self.clock = clock }

    /// Fails ten seconds from now.
    func wait() async throws {
      try await clock.sleep(for: .seconds(10))
      throw Failure()
    }
  }

  private static func store(
    _ scheduler: Scheduler,
    _ clock: TestClock,
    _ begun: Collector<String>,
    backoff: Backoff = .constant(.seconds(1), attempts: 100),
    atMost limit: Int = 2,
    within duration: Duration = .seconds(60)
  ) -> StoreOf<Line> {
    var configuration = scheduler.configuration(for: Line.Action.self)
    configuration.failurePolicy = .restart(backoff, atMost: limit, within: duration)
    return Store(
      initialState: Line.State(),
      configuration: configuration,
      reducer: { Line(begun: begun, failures: Radio(clock)) },
      withDependencies: { $0.continuousClock = clock }
    )
  }

  // S740, S741
  func testAllThatTheScopeDeclaresBeginsAnewAfterTheBackoff() async throws {
    try await underSeeds { scheduler, clock in
      let begun = Collector<String>()
      let store = Self.store(scheduler, clock, begun)
      await scheduler.settle()
      XCTAssertEqual(Set(begun.all), ["listen 1", "log"])
      let before = await store.runningEffects
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      XCTAssertEqual(begun.count, 2)
      let during = await store.runningEffects
      XCTAssertEqual(during.map(\.name), ["restart"])
      XCTAssertTrue(during.allSatisfy(\.isDeclared))
      for effect in before { XCTAssertTrue(during.allSatisfy { $0.since > effect.since }) }
      // Nothing waits for it.
      try await store.whenIdle()
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(Set(begun.all.dropFirst(2)), ["listen 1", "log"])
      XCTAssertEqual(begun.count, 4)
      await store.shutdown(within: .zero)
      await store.assertNothingIsLeft()
    }
  }

  // S740: the time before each restart comes from the back-off.
  func testTheBackoffGrowsWithTheFailures() async throws {
    try await underSeeds(5) { scheduler, clock in
      let begun = Collector<String>()
      let backoff = Backoff.exponential(initial: .seconds(1), maximum: .seconds(100), attempts: 10)
      let store = Self.store(scheduler, clock, begun, backoff: backoff, atMost: 3, within: .seconds(1000))
      await scheduler.settle()
      for (number, delay) in [1, 2, 4].enumerated() {
        await clock.advance(by: .seconds(10))
        await clock.advance(by: .seconds(delay) - .milliseconds(1))
        await scheduler.settle()
        XCTAssertEqual(begun.count, 2 + number * 2)
        await clock.advance(by: .milliseconds(1))
        await scheduler.settle()
        XCTAssertEqual(begun.count, 4 + number * 2)
      }
      await store.shutdown(within: .zero)
    }
  }

  // S741
  func testAnEffectThatHasEndedByItselfStaysEnded() async throws {
    struct Both: Reducer {
      let begun: Collector<String>
      let radio: Radio
      var body: some Reducer<Int, Int> {
        Reduce { _, _ in .none }
          .task(id: { $0 }) { _ in .run { _ in begun.append("greet") } }
          .task(id: { $0 }) { _ in
            .run { _ in
              begun.append("listen")
              try await radio.wait()
            }
          }
      }
    }
    try await underSeeds { scheduler, clock in
      let begun = Collector<String>()
      var configuration = scheduler.configuration(for: Int.self)
      configuration.failurePolicy = .restart(
        .constant(.seconds(1), attempts: 100),
        atMost: 9,
        within: .seconds(60)
      )
      let store = Store(
        initialState: 1,
        configuration: configuration,
        reducer: { Both(begun: begun, radio: Radio(clock)) },
        withDependencies: { $0.continuousClock = clock }
      )
      await scheduler.settle()
      await clock.advance(by: .seconds(11))
      await scheduler.settle()
      XCTAssertEqual(begun.all.sorted(), ["greet", "listen", "listen"])
      await store.shutdown(within: .zero)
    }
  }

  // S741: a value that changes in the meantime begins at once, and once.
  func testAValueThatChangesMeanwhileBeginsAtOnce() async throws {
    try await underSeeds { scheduler, clock in
      let begun = Collector<String>()
      let store = Self.store(scheduler, clock, begun)
      await scheduler.settle()
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      await store.send(.tune(2))
      await store.send(.log(false))
      await scheduler.settle()
      XCTAssertEqual(begun.all.dropFirst(2), ["listen 2"])
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(begun.count, 3)
      await store.shutdown(within: .zero)
      await store.assertNothingIsLeft()
    }
  }

  // S742
  func testOneThatFailsTooOftenIsReported() async throws {
    try await underSeeds(5) { scheduler, clock in
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        let begun = Collector<String>()
        let store = Self.store(scheduler, clock, begun)
        await scheduler.settle()
        for _ in 0..<2 {
          await clock.advance(by: .seconds(11))
          await scheduler.settle()
        }
        XCTAssertEqual(begun.count, 6)
        XCTAssertEqual(issues.messages, [])
        await clock.advance(by: .seconds(11))
        await scheduler.settle()
        XCTAssertEqual(issues.messages.count, 1)
        let message = issues.messages.first ?? ""
        XCTAssertTrue(
          message.contains("\"listen\"") && message.contains("The effect isn't restarted"),
          message
        )
        XCTAssertTrue(message.contains("more than 2 times within 60"), message)
        XCTAssertEqual(begun.count, 6)
        // The others continue, and a value that changes begins its effect.
        let running = await store.runningEffects
        XCTAssertEqual(running.map(\.name), ["log"])
        // The failures count for a limited time.
        await clock.advance(by: .seconds(60))
        await store.send(.tune(3))
        await scheduler.settle()
        await clock.advance(by: .seconds(11))
        await scheduler.settle()
        XCTAssertEqual(begun.all.filter { $0 == "listen 3" }.count, 2)
        XCTAssertEqual(issues.messages.count, 1)
        await store.shutdown(within: .zero)
      }
    }
  }

  // S742
  func testABackoffWithoutFurtherAttemptsIsReported() async throws {
    try await underSeeds(5) { scheduler, clock in
      try await expectingIssues {
        let begun = Collector<String>()
        let store = Self.store(scheduler, clock, begun, backoff: .constant(.zero, attempts: 2), atMost: 100)
        await scheduler.settle()
        await clock.advance(by: .seconds(10))
        await scheduler.settle()
        XCTAssertEqual(begun.count, 4, "without a wait, at once")
        await clock.advance(by: .seconds(10))
        await scheduler.settle()
        XCTAssertEqual(begun.count, 4)
        await store.shutdown(within: .zero)
      } _: {
        $0.contains("the back-off has no attempts left")
      }
    }
  }

  // S743
  func testEffectsOfActionsAreReportedAndHandlesFail() async throws {
    try await underSeeds(5) { scheduler, clock in
      let begun = Collector<String>()
      let store = Self.store(scheduler, clock, begun)
      await scheduler.settle()
      try await expectingIssues {
        let task = await store.send(.fail)
        do {
          try await task.result()
          XCTFail("The error was lost.")
        } catch {
          XCTAssertTrue(error is Failure)
        }
      } _: {
        $0.contains("\"action\"") && !$0.contains("restarted")
      }
      XCTAssertEqual(begun.count, 2)
      await store.shutdown(within: .zero)
    }
  }

  // S744
  func testCancellingEverythingEndsTheBackoff() async throws {
    try await underSeeds { scheduler, clock in
      let begun = Collector<String>()
      let store = Self.store(scheduler, clock, begun)
      await scheduler.settle()
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      await store.send(.cancelAll)
      await clock.advance(by: .seconds(5))
      await scheduler.settle()
      XCTAssertEqual(begun.count, 2)
      await store.assertNothingBegins()
      await store.shutdown(within: .zero)
    }
  }

  // S744: each row of a list is a separate scope, and its back-off ends with it.
  func testRowsAreOnTheirOwn() async throws {
    struct Lines: Reducer {
      struct State: Equatable, Sendable { var rows: IdentifiedArrayOf<Line.State> = [] }
      enum Action: Sendable {
        case add(Int)
        case remove(Int)
        case rows(IdentifiedAction<Int, Line.Action>)
      }
      let begun: Collector<String>
      let failures: Radio
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .add(let id): state.rows.append(Line.State(id: id, channel: id, hasLog: false))
          case .remove(let id): state.rows.remove(id: id)
          case .rows: break
          }
          return .none
        }
        .forEach(\.rows, action: /Action.rows) { Line(begun: begun, failures: failures) }
      }
    }
    try await underSeeds(5) { scheduler, clock in
      let begun = Collector<String>()
      var configuration = scheduler.configuration(for: Lines.Action.self)
      configuration.failurePolicy = .restart(
        .constant(.seconds(1), attempts: 100),
        atMost: 1,
        within: .seconds(1000)
      )
      let store = Store(
        initialState: Lines.State(),
        configuration: configuration,
        reducer: { Lines(begun: begun, failures: Radio(clock)) },
        withDependencies: { $0.continuousClock = clock }
      )
      await store.send(.add(1))
      await store.send(.add(2))
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      await store.send(.remove(2))
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(begun.all.sorted(), ["listen 1", "listen 1", "listen 2"])
      await store.send(.remove(1))
      await scheduler.settle()
      await store.assertNothingIsLeft()
    }
  }
}

extension Store {
  fileprivate func assertNothingBegins() {
    XCTAssertTrue(runningEffects.isEmpty, "\(runningEffects)")
  }
}
