import Troupe
import TroupeTesting
import XCTest

final class TimeTests: TroupeTestCase {
  // S159
  func testDebounceRunsTheLastAfterThePause() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return Effect.run { await $0(action + 10) }.debounce(id: "search", for: .seconds(1), clock: clock)
      }
      for action in 0..<3 {
        await store.send(action)
        await clock.advance(by: .milliseconds(500))
      }
      var state = await store.state
      XCTAssertEqual(state, [0, 1, 2])
      await clock.advance(by: .milliseconds(500))
      state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 12])
    }
  }

  // S815
  func testWaitsOnTheClockOfTheMachineShareASleep() async throws {
    try XCTSkipIf(
      Scheduler.capturesAllTasks,
      "The run has a virtual clock then. `.ci/run` runs it without the hooks."
    )
    typealias Operator = @Sendable (Effect<Int>) -> Effect<Int>
    let clock = ContinuousClock()  // not a wait: each wait is cancelled.
    let operators: [Operator] = [
      { $0.debounce(id: "search", for: .seconds(100), clock: clock) },
      { $0.timeout(after: .seconds(100), clock: clock).cancellable(id: "search", cancelInFlight: true) },
    ]
    for (number, delayed) in operators.enumerated() {
      let scheduler = Scheduler()
      let store = numberStore(scheduler) { _ in delayed(.run { _ in try await Task.never() }) }
      let before = TimerQueue.continuous.counts
      try await scheduler.run {
        var last: StoreTask?
        for action in 0..<200 {
          last = await store.send(action)
          await scheduler.settle()
          let counts = TimerQueue.continuous.counts
          XCTAssertEqual(counts.waits, before.waits + 1, "operator \(number)")
          XCTAssertLessThanOrEqual(counts.sleeps, before.sleeps + 1, "operator \(number)")
        }
        last?.cancel()
        await last?.finish()
      }
      XCTAssertEqual(TimerQueue.continuous.counts.waits, before.waits, "operator \(number)")
    }
  }

  // S160, S161
  func testThrottle() async throws {
    for (latest, expected) in [(true, [1, 5]), (false, [1, 2])] {
      try await underSeeds { scheduler, clock in
        let store = numberStore(scheduler) { action in
          action < 10
            ? .send(action + 10).throttle(id: "taps", for: .seconds(1), latest: latest, clock: clock) : .none
        }
        await store.send(1)
        await store.send(2)
        for action in 3...5 {
          await clock.advance(by: .milliseconds(250))
          await store.send(action)
        }
        let early = await store.state.filter { $0 > 10 }
        XCTAssertEqual(early, [11])
        await clock.advance(by: .milliseconds(250))
        let late = await store.state.filter { $0 > 10 }
        XCTAssertEqual(late, expected.map { $0 + 10 })
        let running = await store.runningEffects
        XCTAssertTrue(running.isEmpty, "a window is no effect")
      }
    }
  }

  // S493
  func testATimeoutCancelsAndSendsItsAction() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return Effect.run { send in
          try await clock.sleep(for: .seconds(action))
          await send(10)
        }
        .timeout(after: .seconds(2), clock: clock, sending: 20)
      }
      await store.send(1)
      await clock.advance(by: .seconds(3))
      var state = await store.state
      XCTAssertEqual(state, [1, 10])
      await store.send(3)
      await clock.advance(by: .seconds(3))
      state = await store.state
      XCTAssertEqual(state, [1, 10, 3, 20])
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  /// A wait for a clock sends nothing itself, whatever the actions of its place are.
  func testChildrenWaitAsTheRootDoes() async throws {
    try await underSeeds { scheduler, clock in
      let configuration = scheduler.configuration(for: Parent.Action.self)
      let store = Store(initialState: Parent.State(), configuration: configuration) { Parent(clock: clock) }
      let ways: [(Waiting.Action) -> Parent.Action] = [
        { .part($0) }, { .presented(.presented($0)) }, { .rows(.element(id: 7, action: $0)) },
      ]
      for send in ways {
        for action in 0..<3 { await store.send(send(.debounced(action))) }
        await store.send(send(.timed))
        for action in 3..<5 { await store.send(send(.throttled(action))) }
      }
      await clock.advance(by: .seconds(1))
      let state = await store.state
      for part in [state.part, state.presented, state.rows[id: 7]] {
        XCTAssertEqual(part?.received.sorted(), [2, 3, 4, 100])
      }
      XCTAssertEqual(clock.sleeperCount, 0)
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  // S499
  func testAClockThatFailsCancelsWhatWaitsForIt() async throws {
    struct Failure: Error {}
    struct Broken: Clock {
      var now: TestClock.Instant { TestClock.Instant() }
      var minimumResolution: Duration { .zero }
      func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { throw Failure() }
    }
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = numberStore(scheduler) { action in
          guard action == 0 else { return .none }
          return .send(1).debounce(id: "d", for: .seconds(1), clock: Broken())
        }
        await store.send(0).finish()
        let state = await store.state
        XCTAssertEqual(state, [0])
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages[0].contains("\"debounce\""), collector.messages[0])
  }

  // S494
  func testRetryWaitsBetweenAttemptsAndGivesUp() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, clock in
      let attempts = Collector<Duration>()
      let backoff = Backoff.exponential(initial: .seconds(1), maximum: .seconds(3), attempts: 4)
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return Effect.run { _ in
          attempts.append(clock.now.offset)
          throw Failure()
        } catch: { _, send in
          await send(1)
        }
        .retry(backoff, clock: clock)
      }
      await store.send(0)
      await clock.run()
      XCTAssertEqual(attempts.all, [.zero, .seconds(1), .seconds(3), .seconds(6)])
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  // S494
  func testARetryThatSucceedsIsOver() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, clock in
      let attempts = Collector<Void>()
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return Effect.run { send in
          attempts.append(())
          if attempts.count < 3 { throw Failure() }
          await send(attempts.count)
        }
        .retry(.constant(.seconds(1), attempts: 5), clock: clock)
      }
      let task = await store.send(0)
      await clock.run()
      await task.finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 3])
    }
  }

  // S494
  func testBackoff() {
    let constant = Backoff.constant(.seconds(2), attempts: 3)
    XCTAssertEqual((1...3).map { constant.delay(beforeAttempt: $0) }, [.seconds(2), .seconds(2), nil])
    let growing = Backoff.exponential(initial: .seconds(1), factor: 3, maximum: .seconds(10), attempts: 5)
    XCTAssertEqual(
      (1...5).map { growing.delay(beforeAttempt: $0) },
      [.seconds(1), .seconds(3), .seconds(9), .seconds(10), nil]
    )
  }

  // The millionth attempt takes no longer than the first, and no delay overflows.
  func testTheDelaysOfABackoffHaveBounds() {
    let month = Duration.seconds(2_592_000)
    let backoff = Backoff.exponential(initial: .nanoseconds(1), maximum: month, attempts: .max)
    for attempt in [100, 1_000_000, .max - 1] { XCTAssertEqual(backoff.delay(beforeAttempt: attempt), month) }
    for attempt in 1...1_000_000 { XCTAssertNotNil(backoff.delay(beforeAttempt: attempt)) }
    let longest = Backoff.exponential(
      initial: .seconds(1),
      factor: 1e300,
      maximum: .seconds(Int64.max),
      attempts: 9
    )
    XCTAssertEqual(longest.delay(beforeAttempt: 3), .seconds(Int64.max))
    let shrinking = Backoff.exponential(initial: .seconds(4), factor: 0.5, maximum: month, attempts: .max)
    XCTAssertEqual(shrinking.delay(beforeAttempt: 3), .seconds(1))
    XCTAssertEqual(shrinking.delay(beforeAttempt: 1_000_000), .zero)
    let none = Backoff.exponential(
      initial: .zero,
      factor: .greatestFiniteMagnitude,
      maximum: month,
      attempts: 9
    )
    XCTAssertEqual(none.delay(beforeAttempt: 8), .zero)
    XCTAssertNil(none.delay(beforeAttempt: 9))
  }

  // S534: the longest possible duration, also on a real clock; previously, it trapped.
  func testTheLongestDurationsAreNoDeadline() async throws {
    let forever = Duration.seconds(Int64.max)
    let clock = ContinuousClock()  // not a wait: nothing is waited for on it
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state += action
        return switch action {
        case 1:
          Effect.run { send in await send(10) }.timeout(after: forever, clock: clock)
            .throttle(id: 1, for: forever, latest: true, clock: clock)
        case 2: Effect.run { send in await send(100) }.timeout(after: nil, clock: clock)
        case 3: Effect.run { _ in }.debounce(id: 2, for: forever, clock: clock)
        default: .none
        }
      }
    }
    await store.send(1).finish()
    await store.send(2).finish()
    await store.send(3)
    await store.send(4)
    let sum = await store.state
    XCTAssertEqual(sum, 120)
    let debounced = await store.runningEffects.count
    XCTAssertEqual(debounced, 1)
    async let report = store.shutdown(within: forever, cancellationGrace: forever)
    let second = await store.shutdown(within: .zero, cancellationGrace: nil)
    let first = await report
    XCTAssertEqual(first.cancelled.count, 1)
    XCTAssertEqual(second.cancelled.count, 1)
  }

  // S495
  func testLimitedEffectsRunSoManyAtATime() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return Effect.run { send in
          try await clock.sleep(for: .seconds(1))
          await send(action + 10)
        }
        .limited(id: "workers", to: 2)
      }
      for action in 0..<5 { await store.send(action) }
      for expected in [2, 4, 5] {
        await clock.advance(by: .seconds(1))
        let done = await store.state.filter { $0 >= 10 }
        XCTAssertEqual(Set(done), Set(10..<(10 + expected)))
      }
    }
  }
}

/// A child that waits in all ways.
private struct Waiting: Reducer {
  struct State: Sendable, Identifiable {
    var id = 7
    var received: [Int] = []
  }

  enum Action: Sendable {
    case debounced(Int)
    case throttled(Int)
    case timed
    case received(Int)
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .debounced(let number):
        return Effect.run { await $0(.received(number)) }.debounce(id: "d", for: .seconds(1), clock: clock)
      case .throttled(let number):
        return .send(.received(number)).throttle(id: "t", for: .seconds(1), latest: true, clock: clock)
      case .timed:
        return Effect.run { _ in try await clock.sleep(for: .seconds(9)) }
          .timeout(after: .seconds(1), clock: clock, sending: .received(100))
      case .received(let number):
        state.received.append(number)
        return .none
      }
    }
  }
}

private struct Parent: Reducer {
  struct State: Sendable {
    var part = Waiting.State()
    @Presents var presented: Waiting.State? = Waiting.State()
    var rows: IdentifiedArrayOf<Waiting.State> = [Waiting.State()]
  }

  enum Action: Sendable, CasePathable {
    case part(Waiting.Action)
    case presented(PresentationAction<Waiting.Action>)
    case rows(IdentifiedAction<Int, Waiting.Action>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let part = AnyCasePath(embed: Action.part) { if case .part(let it) = $0 { it } else { nil } }
      let presented = AnyCasePath(embed: Action.presented) {
        if case .presented(let it) = $0 { it } else { nil }
      }
      let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
    }
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Waiting(clock: clock) }
    EmptyReducer()
      .ifLet(\.$presented, action: \.presented) { Waiting(clock: clock) }
      .forEach(\.rows, action: \.rows) { Waiting(clock: clock) }
  }
}
