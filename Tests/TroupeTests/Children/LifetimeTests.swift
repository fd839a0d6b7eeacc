import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// The ways in which a child can be removed. Each ends all effects of the child, and of the features in it,
/// in the same turn.
final class LifetimeTests: TroupeTestCase {
  /// A child with a timer, a sequence whose second member must never begin, and a child with the same.
  private struct Child: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id = 1
      @Presents var inner: Inner.State? = Inner.State()
    }

    enum Action: Sendable {
      case start(String)
      case tick
      case become(Int)
      case close
      case inner(PresentationAction<Inner.Action>)
    }

    let notes: Collector<String>
    let clock: TestClock
    @Dependency(\.dismiss) private var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start(let name):
          return .merge(
            Inner.work(name, notes, clock) { .tick },
            .send(.inner(.presented(.start("\(name)'s inner"))))
          )
        case .tick, .inner: return .none
        case .become(let id):
          state.id = id
          return .none
        case .close: return .run { [dismiss] _ in await dismiss() }
        }
      }
      .ifLet(\.$inner, action: /Action.inner) { Inner(notes: notes, clock: clock) }
    }
  }

  private struct Inner: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case start(String), tick }

    let notes: Collector<String>
    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        if case .start(let name) = action { Self.work(name, notes, clock) { .tick } } else { .none }
      }
    }

    static func work<A: Sendable>(
      _ name: String,
      _ notes: Collector<String>,
      _ clock: TestClock,
      tick: @escaping @Sendable () -> A
    ) -> Effect<A> {
      .merge(
        .run(name: "\(name)'s timer") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(tick())
            // Not reached by an effect whose previous action was the last one that was accepted.
            if !Task.isCancelled { notes.append(name) }
          }
        },
        .concatenate(
          .run(name: "\(name)'s first") { _ in try await waitForCancellation() },
          .run(name: "\(name)'s second") { _ in notes.append("\(name)'s second began") }
        )
      )
    }
  }

  private struct Parent: Reducer {
    enum Screen: Equatable, Sendable {
      case first(Child.State)
      case second(Child.State)
    }

    struct State: Equatable, Sendable {
      var optional: Child.State? = Child.State()
      @Presents var presented: Child.State? = Child.State()
      var screen = Screen.first(Child.State())
      var rows: IdentifiedArrayOf<Child.State> = [Child.State(), Child.State(id: 2)]
      var stack = StackState<Child.State>([Child.State(), Child.State()])
    }

    enum ScreenAction: Sendable { case first(Child.Action), second(Child.Action) }

    enum Action: Sendable {
      case optional(Child.Action)
      case presented(PresentationAction<Child.Action>)
      case screen(ScreenAction)
      case rows(IdentifiedAction<Int, Child.Action>)
      case stack(StackAction<Child.State, Child.Action>)
      case change(ReductionPhase, @Sendable (inout State) -> Void)
    }

    let child: Child

    var body: some ReducerOf<Self> {
      change(.before)
      change(.own)
        .ifLet(\.optional, action: /Action.optional) { child }
        .ifLet(\.$presented, action: /Action.presented) { child }
        .forEach(\.rows, action: /Action.rows) { child }
        .forEach(\.stack, action: /Action.stack) { child }
      Scope(state: \.screen, action: /Action.screen) {
        EmptyReducer()
          .ifCaseLet((/Screen.first), action: (/ScreenAction.first)) { child }
          .ifCaseLet((/Screen.second), action: (/ScreenAction.second)) { child }
      }
      change(.after)
    }

    private func change(_ phase: ReductionPhase) -> Reduce<State, Action> {
      Reduce { state, action in
        if case .change(phase, let body) = action { body(&state) }
        return .none
      }
    }
  }

  private struct Grandparent: Reducer {
    struct State: Equatable, Sendable {
      var parent: Parent.State? = Parent.State()
      var other: Child.State? = Child.State()
    }

    enum Action: Sendable {
      case parent(Parent.Action)
      case other(Child.Action)
      case change(@Sendable (inout State) -> Void)
    }

    let child: Child

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let body) = action { body(&state) }
        return .none
      }
      .ifLet(\.parent, action: /Action.parent) { Parent(child: child) }
      .ifLet(\.other, action: /Action.other) { child }
    }
  }

  private struct Way: Sendable {
    typealias End = @Sendable (StoreOf<Grandparent>) async -> Void

    let name: String
    /// Embeds an action of the child.
    let action: @Sendable (Child.Action) -> Parent.Action
    let end: End

    init(
      _ name: String,
      _ action: @escaping @Sendable (Child.Action) -> Parent.Action,
      _ end: @escaping End
    ) {
      (self.name, self.action, self.end) = (name, action, end)
    }

    /// An action for which a reducer changes the parent's state.
    init(
      _ name: String,
      _ action: @escaping @Sendable (Child.Action) -> Parent.Action,
      _ phase: ReductionPhase = .own,
      changing body: @escaping @Sendable (inout Parent.State) -> Void
    ) {
      self.init(name, action) { await $0.send(.parent(.change(phase, body))) }
    }
  }

  private static let ways: [Way] = {
    let optional: @Sendable (Child.Action) -> Parent.Action = { .optional($0) }
    let presented: @Sendable (Child.Action) -> Parent.Action = { .presented(.presented($0)) }
    let first: @Sendable (Child.Action) -> Parent.Action = { .screen(.first($0)) }
    let row: @Sendable (Child.Action) -> Parent.Action = { .rows(.element(id: 1, action: $0)) }
    let top: @Sendable (Child.Action) -> Parent.Action = { .stack(.element(id: 1, action: $0)) }
    return [
      Way("the parent sets nil", optional) { $0.optional = nil },
      Way("the parent sets nil for what it presents", presented) { $0.presented = nil },
      Way("the parent replaces it by another", optional) { $0.optional = Child.State(id: 2) },
      Way("the parent replaces what it presents", presented) { $0.presented = Child.State(id: 2) },
      Way("the parent presents again", presented) { state in
        let child = state.presented
        state.presented = nil
        state.presented = child
      },
      Way("the case changes", first) { $0.screen = .second(Child.State()) },
      Way("the row is removed", row) { $0.rows.remove(id: 1) },
      Way("all rows are replaced", row) { $0.rows = [Child.State(id: 3)] },
      Way("the stack is popped", top) { $0.stack.removeLast() },
      Way("the stack is emptied by an action", top) { await $0.send(.parent(.stack(.popFrom(id: 0)))) },
      Way("the grandparent sets nil", optional) { await $0.send(.change { $0.parent = nil }) },
      Way("the grandparent replaces everything", row) {
        await $0.send(.change { $0.parent = Parent.State(rows: []) })
      },
      Way("a reducer before the parent sets nil", optional, .before) { $0.optional = nil },
      Way("a reducer after the parent sets nil", optional, .after) { $0.optional = nil },
      Way("it becomes another", optional) { await $0.send(.parent(optional(.become(2)))) },
      Way("a row becomes another", row) { await $0.send(.parent(row(.become(7)))) },
      Way("a case becomes another", first) { await $0.send(.parent(first(.become(2)))) },
      Way("the parent is sent .dismiss", presented) { await $0.send(.parent(.presented(.dismiss))) },
      Way("it calls dismiss()", presented) { await $0.send(.parent(presented(.close))).finish() },
      Way("an optional calls dismiss()", optional) { await $0.send(.parent(optional(.close))).finish() },
      Way("a row calls dismiss()", row) { await $0.send(.parent(row(.close))).finish() },
      Way("one on a stack calls dismiss()", top) { await $0.send(.parent(top(.close))).finish() },
    ]
  }()

  private static func store(_ scheduler: Scheduler, _ clock: TestClock, _ notes: Collector<String>)
    -> StoreOf<Grandparent>
  {
    let child = Child(notes: notes, clock: clock)
    return Store(initialState: Grandparent.State(), configuration: scheduler.configuration()) {
      Grandparent(child: child)
    } withDependencies: {
      $0.stackElementID = .counting
    }
  }

  // D1, D2, D3, D4, D8, D13, D21, S139, S172, S173, S195, S199
  func testEveryWayToGoEndsAllThatRunsInTheChild() async throws {
    for way in Self.ways {
      try await underSeeds(10) { scheduler, clock in
        let notes = Collector<String>()
        let store = Self.store(scheduler, clock, notes)
        await store.send(.parent(way.action(.start("child"))))
        await store.send(.other(.start("other")))
        await clock.advance(by: .seconds(1))
        XCTAssertEqual(notes.all.sorted(), ["child", "child's inner", "other", "other's inner"], way.name)
        let turns = await store.statistics.turnCount

        await way.end(store)
        var active = await store.activeNames
        XCTAssertEqual(active.filter { $0.hasPrefix("child") }, [], way.name)
        XCTAssertEqual(active.count, 4, way.name)
        let dropped = await store.statistics.droppedActionCount
        let turnsAfter = await store.statistics.turnCount
        XCTAssertGreaterThan(turnsAfter, turns, way.name)

        notes.clear()
        await clock.advance(by: .seconds(2))
        XCTAssertEqual(Set(notes.all), ["other", "other's inner"], way.name)
        let (statistics, sleepers) = (await store.statistics, clock.sleeperCount)
        XCTAssertEqual(statistics.turnCount, turnsAfter + 4, "\(way.name): the other's ticks alone")
        XCTAssertEqual(statistics.droppedActionCount, dropped, way.name)
        XCTAssertEqual(sleepers, 2, way.name)

        await store.send(.change { $0 = Grandparent.State(parent: nil, other: nil) })
        active = await store.activeNames
        XCTAssertEqual(active, [], way.name)
        await scheduler.settle()
        await store.assertNothingIsLeft()
      }
    }
  }

  // S483
  func testShuttingDownEndsAllThatRunsInChildren() async throws {
    try await underSeeds { scheduler, clock in
      let notes = Collector<String>()
      let store = Self.store(scheduler, clock, notes)
      for way in Self.ways.prefix(3) { await store.send(.parent(way.action(.start("child")))) }
      let turns = await store.statistics.turnCount
      await store.shutdown(within: .zero)
      await clock.advance(by: .seconds(3))
      XCTAssertEqual(notes.all, [])
      let statistics = await store.statistics
      XCTAssertEqual(statistics.turnCount, turns)
      await store.assertNothingIsLeft()
    }
  }

  // S037
  func testReleasingTheStoreEndsAllThatRunsInChildren() async throws {
    try await underSeeds { scheduler, clock in
      let notes = Collector<String>()
      var store: StoreOf<Grandparent>? = Self.store(scheduler, clock, notes)
      await store?.send(.parent(.optional(.start("child"))))
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 2)
      weak let runtime = await store?.perform { $0.core.runtime }
      store = nil
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 0)
      XCTAssertNil(runtime)
    }
  }
}
