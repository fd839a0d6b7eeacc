import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// A feature whose countdown runs while it is in the state.
struct Countdown: Reducer {
  struct State: Equatable, Sendable, Identifiable {
    var id = 1
    var countdown: Int?
    var rings = 0
  }

  enum Action: Equatable, Sendable {
    case set(Int?)
    /// Sets one after another within one reduction.
    case setAll([Int?])
    /// Sets one after another, in follow-ups.
    case follow([Int?])
    case rang
    case cancel(String)
    case cancelAll
    case start
  }

  static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .set(let new): state.countdown = new
    case .setAll(let all): for new in all { state.countdown = new }
    case .follow(let all): return .merge(all.map { .send(.set($0)) })
    case .rang:
      state.rings += 1
      state.countdown = nil
    case .cancel(let id): return .cancel(id: id)
    case .cancelAll: return .cancelAll
    case .start: return .run(name: "action") { _ in try await waitForCancellation() }
    }
    return .none
  }

  var effect: @Sendable (Int) -> Effect<Action> = { value in
    .run(name: "countdown \(value)") { _ in try await waitForCancellation() }.cancellable(id: "countdown")
  }

  var body: some ReducerOf<Self> {
    Reduce { Self.reduce(&$0, $1) }
      .task(id: { $0.countdown }, effect)
  }
}

extension Store {
  /// The ids of the running declared effects that haven't been cancelled, by their names.
  var declared: [String: EffectID] {
    let effects = runningEffects.filter { !$0.isCancelled && $0.isDeclared }
    return Dictionary(effects.map { ($0.name ?? "", $0.id) }, uniquingKeysWith: { first, _ in first })
  }
}

/// `task(id:)` in the feature of a store.
final class DeclaredTaskTests: TroupeTestCase {
  private static func store(
    _ scheduler: Scheduler,
    _ countdown: Int? = nil,
    _ configuration: StoreConfiguration<Countdown.Action>? = nil,
    effect: (@Sendable (Int) -> Effect<Countdown.Action>)? = nil
  ) -> StoreOf<Countdown> {
    Store(
      initialState: Countdown.State(countdown: countdown),
      configuration: configuration ?? scheduler.configuration()
    ) {
      if let effect { Countdown(effect: effect) } else { Countdown() }
    }
  }

  // S540, S541
  func testItRunsWhileTheValueIsThere() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(scheduler, 1)
      let first = await store.declared
      XCTAssertEqual(first.keys.sorted(), ["countdown 1"])
      await store.send(.set(1))
      await store.send(.rang)
      let none = await store.declared
      XCTAssertEqual(none, [:])
      await store.send(.set(1))
      let again = await store.declared
      XCTAssertEqual(again.keys.sorted(), ["countdown 1"])
      XCTAssertNotEqual(again, first)
      await store.send(.set(2))
      let other = await store.declared
      XCTAssertEqual(other.keys.sorted(), ["countdown 2"])
    }
  }

  // S541
  func testOnlyTheEndOfAReductionCounts() async throws {
    try await underSeeds { scheduler, _ in
      let begun = Collector<Int>()
      let store = Self.store(scheduler, 1) { value in
        begun.append(value)
        return .run(name: "countdown \(value)") { _ in try await waitForCancellation() }
      }
      let before = await store.declared
      await store.send(.setAll([2, nil, 1]))
      let after = await store.declared
      XCTAssertEqual(after, before)
      XCTAssertEqual(begun.all, [1])
    }
  }

  // S541
  func testAChangeBackInAFollowUpBeginsItAnew() async throws {
    try await underSeeds { scheduler, _ in
      let ran = Collector<Int>()
      let store = Self.store(scheduler, 1) { value in
        .run(name: "countdown \(value)") { _ in
          ran.append(value)
          try await waitForCancellation()
        }
      }
      let before = await store.declared
      await scheduler.settle()
      await store.send(.follow([2, 1]))
      let after = await store.declared
      XCTAssertEqual(after.keys.sorted(), ["countdown 1"])
      XCTAssertNotEqual(after, before)
      await scheduler.settle()
      // The effect that was declared in between never began.
      XCTAssertEqual(ran.all, [1, 1])
    }
  }

  // S492
  func testAnEffectThatChangesItsOwnValueIsALoopWhoseIssueNamesTheCause() async throws {
    try await underSeeds(1) { scheduler, _ in
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        var limited = scheduler.configuration(for: Countdown.Action.self)
        limited.actionLimit = 10
        let store = Self.store(scheduler, nil, limited) { value in .send(.set(value + 1)) }
        await store.send(.set(1))
        let state = await store.withState { $0 }
        XCTAssertEqual(state.countdown, 10)
      }
      XCTAssertEqual(issues.messages.count, 1)
      let issue = issues.messages.first ?? ""
      XCTAssertTrue(issue.contains("10 actions were reduced in one turn"), issue)
      XCTAssertTrue(issue.contains("the effect of a `.task(id:)`"), issue)
    }
  }

  // S541
  func testAValueThatIsNotEqualToItselfIsAnotherEachTime() async throws {
    try await underSeeds(1) { scheduler, _ in
      let begun = Collector<Double>()
      let store = Store(
        initialState: Double.nan,
        configuration: scheduler.configuration(for: Int.self)
      ) {
        Reduce { (_: inout Double, _: Int) in .none }
          .task(id: { $0 }) { value in
            begun.append(value)
            return .none
          }
      }
      await store.send(1)
      await store.send(2)
      XCTAssertEqual(begun.count, 3)
    }
  }

  // S542
  func testHoweverItEndsItIsNotBegunAgain() async throws {
    struct Failure: Error {}
    let ends: [(String, @Sendable (Int) -> Effect<Countdown.Action>, Countdown.Action?)] = [
      ("returns", { value in .run(name: "it") { _ in } }, nil),
      ("throws", { value in .run(name: "it") { _ in throw Failure() } }, nil),
      (
        "by id", { _ in .run(name: "it") { _ in try await waitForCancellation() }.cancellable(id: "a") },
        .cancel("a")
      ),
      ("all", { _ in .run(name: "it") { _ in try await waitForCancellation() } }, .cancelAll),
      ("nothing", { _ in .none }, nil),
    ]
    for (name, effect, end) in ends {
      try await underSeeds(5) { scheduler, _ in
        let issues = IssueCollector()
        await withIssueReporters([issues]) {
          let begun = Collector<Int>()
          let store = Self.store(scheduler, 1) { value in
            begun.append(value)
            return effect(value)
          }
          await store.send(end ?? .set(1))
          await scheduler.settle()
          await store.send(.set(1))
          await scheduler.settle()
          let left = await store.declared
          XCTAssertEqual(left, [:], name)
          XCTAssertEqual(begun.all, [1], name)
          await store.send(.set(2))
          await scheduler.settle()
          await store.send(.set(1))
          XCTAssertEqual(begun.all, [1, 2, 1], name)
          await scheduler.settle()
        }
        XCTAssertEqual(!issues.all.isEmpty, name == "throws", "\(name): \(issues.messages)")
        if name == "throws" {
          XCTAssertTrue(
            issues.messages[0].contains("The effect was started by task(id: 1)"),
            issues.messages[0]
          )
        }
      }
    }
  }

  // S542
  func testDroppedByAThrottleItIsNotBegunUntilTheValueChanges() async throws {
    struct Feature: Reducer {
      let clock: TestClock
      func throttled(_ name: String) -> Effect<Countdown.Action> {
        .run(name: name) { _ in try await waitForCancellation() }
          .throttle(id: "t", for: .seconds(10), latest: false, clock: clock)
      }
      var body: some Reducer<Countdown.State, Countdown.Action> {
        Reduce { state, action in
          if case .start = action { return throttled("action") }
          return Countdown.reduce(&state, action)
        }
        .task(id: { $0.countdown }) { throttled("countdown \($0)") }
      }
    }
    try await underSeeds { scheduler, clock in
      let store = Store(
        initialState: Countdown.State(countdown: 1),
        configuration: scheduler.configuration(for: Countdown.Action.self)
      ) {
        Feature(clock: clock)
      }
      // It waits for the window to end, so another effect can't wait.
      await store.send(.start)
      await store.send(.set(2))
      let dropped = await store.declared
      XCTAssertEqual(dropped, [:])
      await clock.advance(by: .seconds(10))
      await store.send(.set(2))
      let still = await store.activeNames
      XCTAssertEqual(still, ["action"])
      await clock.advance(by: .seconds(10))
      await store.send(.set(3))
      let next = await store.declared
      XCTAssertEqual(next.keys.sorted(), ["countdown 3"])
    }
  }

  // S544
  func testDebouncedAndLimited() async throws {
    try await underSeeds { scheduler, clock in
      let ran = Collector<Int>()
      let store = Self.store(scheduler, 1) { value in
        .run(name: "countdown \(value)") { _ in
          ran.append(value)
          try await waitForCancellation()
        }
        .debounce(id: "d", for: .seconds(1), clock: clock)
        .limited(id: "l", to: 1)
      }
      await scheduler.settle()
      await store.send(.set(2))
      await store.send(.set(3))
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(ran.all, [3])
    }
  }

  // S543
  func testItHasACascadeOfItsOwn() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(scheduler)
      let task = await store.send(.set(1))
      await task.finish()
      task.cancel()
      let both = await store.send(.start)
      both.cancel()
      let left = await store.activeNames
      XCTAssertEqual(left, ["countdown 1"])
    }
  }

  // S541
  func testItEndsItselfWithAnAction() async throws {
    try await underSeeds { scheduler, clock in
      let notes = Collector<String>()
      let store = Self.store(scheduler, 3) { seconds in
        .run(name: "countdown \(seconds)") { send in
          try await clock.sleep(for: .seconds(seconds))
          await send(.rang)
          notes.append(Task.isCancelled ? "cancelled" : "continues")
        }
      }
      await store.send(.set(3))
      await scheduler.settle()
      await clock.advance(by: .seconds(3))
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state, Countdown.State(countdown: nil, rings: 1))
      XCTAssertEqual(notes.all, ["cancelled"])
      await store.send(.set(1))
      let names = await store.declared
      XCTAssertEqual(names.keys.sorted(), ["countdown 1"])
    }
  }

  // S543
  func testShuttingDownCancelsItAtOnce() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.store(scheduler, 1)
      await store.send(.set(2))
      let report = await store.shutdown(within: nil)
      XCTAssertTrue(report.isComplete, "\(report)")
      await store.assertNothingIsLeft()
    }
  }

  // S543: an effect that continues until the deadline causes no new subscriptions.
  func testNothingIsDeclaredDuringAShutdown() async throws {
    struct Feature: Reducer {
      struct State: Equatable, Sendable { var value: Int? }
      enum Action: Sendable { case begin, set(Int) }
      let clock: TestClock
      let begun: Collector<Int>
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .set(let value): state.value = value
          case .begin:
            return .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.set(2))
            }
          }
          return .none
        }
        .task(id: { $0.value }) { value in
          begun.append(value)
          return .run { _ in try await waitForCancellation() }
        }
      }
    }
    try await underSeeds { scheduler, clock in
      let begun = Collector<Int>()
      let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) {
        Feature(clock: clock, begun: begun)
      }
      await store.send(.begin)
      async let report = store.shutdown(within: nil)
      await scheduler.settle()
      await clock.advance(by: .seconds(1))
      let isComplete = await report.isComplete
      XCTAssertTrue(isComplete)
      let state = await store.state
      XCTAssertEqual(state.value, 2)
      XCTAssertEqual(begun.all, [])
    }
  }

  // S543
  func testAStoreThatIsReleasedCancelsIt() async throws {
    try await underSeeds { scheduler, _ in
      let notes = Collector<String>()
      var store: StoreOf<Countdown>? = Self.store(scheduler, 1) { _ in
        .run { _ in
          notes.append("begins")
          try? await waitForCancellation()
          notes.append("ends")
        }
      }
      await scheduler.settle()
      XCTAssertEqual(notes.all, ["begins"])
      _ = store
      store = nil
      await scheduler.settle()
      XCTAssertEqual(notes.all, ["begins", "ends"])
    }
  }

  // S540
  func testSeveralOnTheSameReducer() async throws {
    struct Feature: Reducer {
      struct State: Sendable, Equatable {
        var one: Int?
        var other = 0
      }
      enum Action: Sendable { case one(Int?), other(Int) }
      var body: some ReducerOf<Self> {
        CombineReducers {
          Reduce { state, action in
            switch action {
            case .one(let new): state.one = new
            case .other(let new): state.other = new
            }
            return .none
          }
          EmptyReducer().task(id: { $0.one }) { value in
            .run(name: "inner \(value)") { _ in try await waitForCancellation() }
          }
        }
        .task(id: { $0.one }) { value in
          .run(name: "one \(value)") { _ in try await waitForCancellation() }
        }
        .task(id: { $0.other }) { value in
          .run(name: "other \(value)") { _ in try await waitForCancellation() }
        }
      }
    }
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) { Feature() }
      let first = await store.declared
      XCTAssertEqual(first.keys.sorted(), ["other 0"])
      await store.send(.one(1))
      let second = await store.declared
      XCTAssertEqual(second.keys.sorted(), ["inner 1", "one 1", "other 0"])
      XCTAssertEqual(second["other 0"], first["other 0"])
      await store.send(.other(1))
      let third = await store.declared
      XCTAssertEqual(third.keys.sorted(), ["inner 1", "one 1", "other 1"])
      XCTAssertEqual(third["one 1"], second["one 1"])
    }
  }

  // S548
  func testAReducerThatOnChangeMakesOrThatIsCalledByHandCannotDeclare() async throws {
    struct Caller: Reducer {
      let isByHand: Bool
      var body: some Reducer<Countdown.State, Countdown.Action> {
        if isByHand {
          Reduce { state, action in Countdown().reduce(into: &state, action: action) }
        } else {
          Reduce { Countdown.reduce(&$0, $1) }
            .onChange(of: \.countdown) { _, _ in
              EmptyReducer().task(id: { $0.countdown }) { _ in .run { _ in try await waitForCancellation() } }
            }
        }
      }
    }
    for isByHand in [true, false] {
      let store = Store(initialState: Countdown.State()) { Caller(isByHand: isByHand) }
      await withExpectedIssue(matching: { $0.message.contains("`task` declares effects") }) {
        _ = await store.send(.set(1))
      }
      let left = await store.declared
      XCTAssertEqual(left, [:])
    }
  }

  // S545
  func testItRunsUnderTheDependenciesOfItsPosition() async throws {
    try await underSeeds(5) { scheduler, _ in
      let dates = Collector<String>()
      let store = Store(initialState: Countdown.State(countdown: 1), configuration: scheduler.configuration())
      {
        Countdown { value in
          @Dependency(\.bannerOfTests) var banner
          let made = banner
          return .run { _ in dates.append("\(made) \(banner) \(value)") }
        }
        .dependency(\.bannerOfTests, "inner")
        .dependency(\.bannerOfTests, "outer")
      }
      await scheduler.settle()
      await store.send(.set(2))
      await scheduler.settle()
      XCTAssertEqual(dates.all.sorted(), ["inner inner 1", "inner inner 2"])
    }
  }
}

private struct BannerKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  var bannerOfTests: String {
    get { self[BannerKey.self] }
    set { self[BannerKey.self] = newValue }
  }
}
