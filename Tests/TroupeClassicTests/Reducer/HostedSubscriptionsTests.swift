import TroupeClassic
import TroupeTesting
import XCTest

/// Effects that a feature declares while a reducer with an environment hosts it.
final class HostedSubscriptionsTests: TroupeTestCase {
  @Reducer
  struct Timer {
    struct State: Equatable, Sendable, Identifiable {
      var id = 0
      var seconds: Int?
      var heard: [String] = []
    }
    enum Action { case set(Int?), heard(String) }

    @Dependency(\.word) var word

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let seconds): state.seconds = seconds
        case .heard(let text): state.heard.append("\(word) heard \(text)")
        }
        return .none
      }
      .task(id: { $0.seconds }) { seconds in
        .merge(.send(.heard("\(word) task \(seconds)")), .endless("task \(seconds)"))
      }
      .onStart { .merge(.send(.heard("\(word) start")), .endless("start")) }
      .onEnd(of: { $0.id }) { id in .endless("end \(id) \(word)") }
    }
  }

  struct Environment: Sendable { var word: @Sendable () -> String }

  static let timer = Reducer<Timer.State, Timer.Action, Environment>.hosting { environment in
    Timer().dependency(\.word, environment.word())
  }

  struct Parent: Equatable {
    var part = Timer.State(id: 1)
    var optional: Timer.State?
    var rows: IdentifiedArrayOf<Timer.State> = []
    var values: [String: Timer.State] = [:]
    var choice = Choice.off
  }
  enum Choice: Equatable { case off, on(Timer.State) }
  enum ParentAction {
    case part(Timer.Action), optional(Timer.Action), row(id: Int, action: Timer.Action)
    case value(String, Timer.Action), choice(ChoiceAction)
    case change(@Sendable (inout Parent) -> Void)
  }
  enum ChoiceAction { case on(Timer.Action) }

  static let parent = Reducer<Parent, ParentAction, Environment>.combine(
    timer.pullback(state: \.part, action: /ParentAction.part, environment: { $0 }),
    timer.optional().pullback(state: \.optional, action: /ParentAction.optional, environment: { $0 }),
    timer.forEach(state: \.rows, action: /ParentAction.row(id:action:), environment: { $0 }),
    timer.forEach(state: \.values, action: /ParentAction.value, environment: { $0 }),
    timer.pullback(state: /Choice.on, action: /ChoiceAction.on, environment: { (it: Environment) in it })
      .pullback(state: \.choice, action: /ParentAction.choice, environment: { $0 }),
    Reducer { state, action, _ in
      if case .change(let change) = action { change(&state) }
      return .none
    }
  )

  private static func check(
    _ names: [String],
    in store: Store<Parent, ParentAction>,
    line: UInt = #line
  ) async {
    let found = await store.activeNames
    XCTAssertEqual(found, names, line: line)
  }

  // S802: wherever a feature is hosted.
  func testTheyRunWhereverTheFeatureIsHosted() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Store(
        initialState: Parent(),
        reducer: Self.parent,
        environment: Environment { "a" },
        configuration: scheduler.configuration()
      )
      await Self.check(["start"], in: store)
      await store.send(.part(.set(1)))
      await Self.check(["start", "task 1"], in: store)
      await store.send(
        .change {
          $0.optional = Timer.State(id: 2, seconds: 2)
          $0.rows = [Timer.State(id: 3, seconds: 3), Timer.State(id: 4)]
          $0.values = ["v": Timer.State(id: 5, seconds: 5)]
          $0.choice = .on(Timer.State(id: 6, seconds: 6))
        }
      )
      let starts = Array(repeating: "start", count: 6)
      await Self.check(starts + ["task 1", "task 2", "task 3", "task 5", "task 6"], in: store)
      await store.send(.row(id: 3, action: .set(33)))
      await store.send(.value("v", .set(nil)))
      await store.send(.optional(.set(22)))
      await store.send(.choice(.on(.set(66))))
      await Self.check(starts + ["task 1", "task 22", "task 33", "task 66"], in: store)
      let state = await store.state
      XCTAssertEqual(state.optional?.heard, ["a heard a task 2", "a heard a start", "a heard a task 22"])
      // When a feature goes away, its effects end, and its `onEnd` runs.
      await store.send(
        .change {
          $0.optional = nil
          $0.rows.remove(id: 3)
          $0.values = [:]
          $0.choice = .off
        }
      )
      await Self.check(["end 2 a", "end 3 a", "end 5 a", "end 6 a", "start", "start", "task 1"], in: store)
    }
  }

  // S802: at the root of a store, in a test store, and below a debugging reducer.
  func testTheyRunAtTheRoot() async throws {
    try await underSeeds(5) { scheduler, _ in
      for reducer in [Self.timer, .combine(Self.timer), Self.timer.signpost()] {
        let store = Store(
          initialState: Timer.State(seconds: 1),
          reducer: reducer,
          environment: Environment { "a" },
          configuration: scheduler.configuration()
        )
        var names = await store.activeNames
        XCTAssertEqual(names, ["start", "task 1"])
        await store.send(.set(2))
        names = await store.activeNames
        XCTAssertEqual(names, ["start", "task 2"])
      }
    }
  }

  // S802: an effect has the environment that is current when it begins.
  func testTheEnvironmentIsThatOfNow() async throws {
    try await underSeeds(5) { scheduler, _ in
      let word = Locked("old")
      let store = Store(
        initialState: Parent(),
        reducer: Self.parent,
        environment: Environment { word.withLock(\.self) },
        configuration: scheduler.configuration()
      )
      await store.send(.change { _ in })
      word.withLock { $0 = "new" }
      await store.send(.part(.set(1)))
      await store.send(.change { $0.rows = [Timer.State(id: 3, seconds: 3)] })
      word.withLock { $0 = "newest" }
      await store.send(.change { $0.rows = [] })
      let state = await store.state
      XCTAssertEqual(state.part.heard, ["old heard old start", "new heard new task 1"])
      let names = await store.activeNames
      XCTAssertEqual(names, ["end 3 newest", "start", "task 1"])
    }
  }

  /// A feature that declares nothing itself, with a child that does, and with itself for a child.
  @Reducer
  struct Outer {
    struct State: Equatable, Sendable {
      var timer: Timer.State?
      var inner: [State] = []
    }
    enum Action { case timer(Timer.Action), open(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .open(let id) = action { state.timer = Timer.State(id: id, seconds: id) }
        return .none
      }
      .ifLet(\.timer, action: \.timer) { Timer() }
    }
  }

  // S802: the children of a hosted feature declare effects, under the dependencies that are set around it.
  func testChildrenOfAHostedFeatureDeclareEffects() async throws {
    try await underSeeds(5) { scheduler, _ in
      let outer = Reducer<Outer.State, Outer.Action, Environment>.hosting { environment in
        Outer().dependency(\.word, environment.word())
      }
      let store = Store(
        initialState: Outer.State(),
        reducer: outer,
        environment: Environment { "a" },
        configuration: scheduler.configuration()
      )
      await store.send(.open(1))
      await store.send(.timer(.set(2)))
      var names = await store.activeNames
      XCTAssertEqual(names, ["start", "task 2"])
      await store.send(.open(3))
      names = await store.activeNames
      XCTAssertEqual(names, ["end 1 a", "start", "task 3"])
      let state = await store.state
      XCTAssertEqual(state.timer?.heard, ["a heard a task 3", "a heard a start"])
    }
  }

  // S802: a single run has no store, so the issue says that declared effects don't run.
  func testARunByHandReportsThem() async throws {
    let collector = Collector<ReportedIssue>()
    withIssueReporters([ClosureReporter { collector.append($0) }]) {
      var state = Timer.State()
      _ = Self.timer(&state, .set(1), Environment { "a" })
    }
    XCTAssertEqual(collector.all.count, 3)
    XCTAssertTrue(collector.all.allSatisfy { $0.message.contains("declares effects for") })
  }

  /// In a feature of today's form, around dependencies that are set outside.
  func testUnderAFeatureOfTodaysForm() async throws {
    try await underSeeds(5) { scheduler, _ in
      let hosted = Reducer<Timer.State, Timer.Action, Void>.hosting { _ in Timer() }
      let store = Store(initialState: Timer.State(seconds: 1), configuration: scheduler.configuration()) {
        CombineReducers { Reduce(hosted, environment: ()) }.dependency(\.word, "outer")
      }
      let state = await store.state
      XCTAssertEqual(state.heard, ["outer heard outer task 1", "outer heard outer start"])
    }
  }
}

extension Troupe.Effect {
  fileprivate static func endless(_ name: String) -> Troupe.Effect<Action> {
    .run(name: name) { _ in try await waitForCancellation() }
  }
}

private struct ClosureReporter: IssueReporter {
  let body: @Sendable (ReportedIssue) -> Void
  func report(_ issue: ReportedIssue) { body(issue) }
}

extension DependencyValues {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
}

private enum WordKey: TestDependencyKey {
  static var testValue: String { "none" }
}
