import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Two places for the same child, one of them for any number.
private struct House: Reducer {
  struct State: Sendable, Equatable {
    var guest: Countdown.State?
    @Presents var visitor: Countdown.State?
    var rows: IdentifiedArrayOf<Countdown.State> = []
    var cellar = Countdown.State()
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case guest(Countdown.Action)
    case visitor(PresentationAction<Countdown.Action>)
    case rows(IdentifiedAction<Int, Countdown.Action>)
    case cellar(Countdown.Action)
  }

  var begun = Collector<Int>()

  var child: Countdown {
    Countdown { [begun] value in
      begun.append(value)
      return .run(name: "countdown \(value)") { _ in try await waitForCancellation() }
        .cancellable(id: "countdown")
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.guest, action: /Action.guest) { child }
    .ifLet(\.$visitor, action: /Action.visitor) { child }
    .forEach(\.rows, action: /Action.rows) { child }
    Scope(state: \.cellar, action: /Action.cellar) { child }
  }
}

/// Declared effects of children.
final class DeclaredChildrenTests: TroupeTestCase {
  private static func paths(_ store: StoreOf<House>) async -> [String] {
    await store.runningEffects.filter { !$0.isCancelled }.map { "\($0.scopePath) \($0.name ?? "")" }.sorted()
  }

  // S540, S546
  func testItRunsInChildrenThatNeverGotAnAction() async throws {
    try await underSeeds(5) { scheduler, _ in
      var state = House.State(guest: Countdown.State(countdown: 1))
      state.rows = [Countdown.State(id: 5, countdown: 2)]
      state.cellar.countdown = 3
      let initial = state
      let store = Store(initialState: initial, configuration: scheduler.configuration()) { House() }
      let first = await Self.paths(store)
      XCTAssertEqual(first, ["/ countdown 3", "/guest countdown 1", "/rows[5] countdown 2"])
      await store.send(
        .change {
          $0.visitor = Countdown.State(countdown: 4)
          $0.rows.append(Countdown.State(id: 6, countdown: 5))
          $0.rows[id: 5] = nil
          $0.guest = nil
        }
      )
      let second = await Self.paths(store)
      XCTAssertEqual(second, ["/ countdown 3", "/rows[6] countdown 5", "/visitor countdown 4"])
      await store.send(.visitor(.presented(.set(7))))
      await store.send(.rows(.element(id: 6, action: .set(8))))
      await store.send(.cellar(.set(nil)))
      let third = await Self.paths(store)
      XCTAssertEqual(third, ["/rows[6] countdown 8", "/visitor countdown 7"])
      await store.send(.visitor(.dismiss))
      let fourth = await Self.paths(store)
      XCTAssertEqual(fourth, ["/rows[6] countdown 8"])
      await store.shutdown(within: .zero)
      await store.assertNothingIsLeft()
    }
  }

  // S546
  func testAChildThatGoesAndComesBackWithinAReductionIsAnother() async throws {
    try await underSeeds(5) { scheduler, _ in
      let begun = Collector<Int>()
      let initial = House.State(
        guest: Countdown.State(countdown: 1),
        visitor: Countdown.State(countdown: 1),
        rows: [Countdown.State(id: 1, countdown: 1)]
      )
      let store = Store(initialState: initial, configuration: scheduler.configuration()) {
        House(begun: begun)
      }
      await store.send(.change { _ in })
      XCTAssertEqual(begun.count, 3)
      await store.send(
        .change {
          // The same child, because nothing distinguishes it.
          $0.guest = nil
          $0.guest = Countdown.State(countdown: 1)
          // Presented again.
          $0.visitor = nil
          $0.visitor = Countdown.State(countdown: 1)
        }
      )
      XCTAssertEqual(begun.count, 4)
      await store.send(.change { $0.guest = Countdown.State(id: 2, countdown: 1) })
      XCTAssertEqual(begun.count, 5)
    }
  }

  // S543
  func testItsScopeIsTheChilds() async throws {
    try await underSeeds(5) { scheduler, _ in
      var state = House.State(guest: Countdown.State(countdown: 1))
      state.rows = [Countdown.State(id: 1, countdown: 2), Countdown.State(id: 2, countdown: 3)]
      let initial = state
      let store = Store(initialState: initial, configuration: scheduler.configuration()) { House() }
      await store.send(.rows(.element(id: 1, action: .cancel("countdown"))))
      let left = await Self.paths(store)
      XCTAssertEqual(left, ["/guest countdown 1", "/rows[2] countdown 3"])
      await store.send(.rows(.element(id: 1, action: .set(2))))
      let same = await Self.paths(store)
      XCTAssertEqual(same, left)
    }
  }

  // S546
  func testAnEffectOfTheChildDismissesIt() async throws {
    try await underSeeds(5) { scheduler, clock in
      let store = Store(
        initialState: House.State(
          guest: Countdown.State(countdown: 1),
          visitor: Countdown.State(countdown: 2)
        ),
        configuration: scheduler.configuration()
      ) {
        Reduce<House.State, House.Action> { state, action in
          if case .change(let change) = action { change(&state) }
          return .none
        }
        .ifLet(\.guest, action: /House.Action.guest) { DismissingCountdown(clock: clock) }
        .ifLet(\.$visitor, action: /House.Action.visitor) { DismissingCountdown(clock: clock) }
      }
      await store.send(.change { _ in })
      await scheduler.settle()
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      let first = await store.state
      XCTAssertNil(first.guest)
      XCTAssertNotNil(first.visitor)
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      let second = await store.state
      XCTAssertNil(second.visitor)
      await store.assertNothingIsLeft()
    }
  }

  private struct DismissingCountdown: Reducer {
    let clock: TestClock
    var body: some Reducer<Countdown.State, Countdown.Action> {
      Countdown { [clock] seconds in
        .run { _ in
          @Dependency(\.dismiss) var dismiss
          try await clock.sleep(for: .seconds(seconds))
          await dismiss()
        }
      }
    }
  }

  // S546
  func testFortyThousandRows() async throws {
    let begun = Collector<Int>()
    let store = Store(initialState: House.State()) { House(begun: begun) }
    await store.send(
      .change { state in
        for id in 0..<40_000 { state.rows.append(Countdown.State(id: id, countdown: id)) }
      }
    )
    XCTAssertEqual(begun.count, 40_000)
    await store.send(.rows(.element(id: 7, action: .set(-1))))
    XCTAssertEqual(begun.count, 40_001)
    await store.send(.change { $0.rows.removeAll() })
    let statistics = await store.statistics
    XCTAssertEqual(statistics.turnCount, 3)
    // Under a sanitizer, forty thousand cancelled tasks need longer to end than the default limit.
    await store.shutdown(within: .zero, cancellationGrace: nil)
    await store.assertNothingIsLeft()
  }

  // S548
  func testAFeatureThatDeclaresOnlyFurtherInsideItselfIsAnIssue() async throws {
    struct Onion: Reducer {
      struct State: Sendable {
        private var only: [State] = []
        var inner: State? {
          get { only.first }
          set { only = newValue.map { [$0] } ?? [] }
        }
      }
      indirect enum Action: Sendable { case touched, inner(Action) }
      var depth = 0
      var body: some ReducerOf<Self> {
        if depth == 2 {
          Reduce { _, _ in .none }
            .task(id: { _ in 1 }) { _ in .run { _ in try await waitForCancellation() } }
        } else {
          EmptyReducer().ifLet(\.inner, action: /Action.inner) { Onion(depth: depth + 1) }
        }
      }
    }
    var (core, middle, outer) = (Onion.State(), Onion.State(), Onion.State())
    core.inner = nil
    middle.inner = core
    outer.inner = middle
    let initial = outer
    let store = Store(initialState: initial) { Onion() }
    await withExpectedIssue(matching: {
      $0.message.contains("declares effects with `task`, `onStart` or `onEnd` where no store finds them")
    }) {
      _ = await store.send(.inner(.inner(.touched)))
    }
  }
}
