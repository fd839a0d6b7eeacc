import Troupe
import TroupeTesting
import XCTest

private struct Child: Reducer {
  struct State: Equatable, Sendable { var ticks = 0; @Presents var inner: Inner.State? }
  enum Action: Sendable, CasePathable {
    case start, tick, close, inner(PresentationAction<Inner.Action>), present
    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let inner = AnyCasePath(embed: Action.inner) { if case .inner(let it) = $0 { it } else { nil } }
    }
  }
  let clock: TestClock
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { [clock] send in
          while true { try await clock.sleep(for: .seconds(1)); await send(.tick) }
        }
      case .tick: state.ticks += 1; return .none
      case .close: return .run { [dismiss] _ in await dismiss() }
      case .present: state.inner = Inner.State(); return .none
      case .inner: return .none
      }
    }
    .ifLet(\.$inner, action: \.inner) { Inner(clock: clock) }
  }
}
private struct Inner: Reducer {
  struct State: Equatable, Sendable { var ticks = 0 }
  enum Action: Sendable { case start, tick, close }
  let clock: TestClock
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { [clock] send in
          while true { try await clock.sleep(for: .seconds(1)); await send(.tick) }
        }
      case .tick: state.ticks += 1; return .none
      case .close: return .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}
private struct Parent: Reducer {
  struct State: Equatable, Sendable {
    @Presents var child: Child.State?; var plain: Child.State?; var rows: IdentifiedArrayOf<Row> = []
  }
  struct Row: Equatable, Sendable, Identifiable { let id: Int; var child = Child.State() }
  enum Action: Sendable, CasePathable {
    case show, hide, child(PresentationAction<Child.Action>), plain(Child.Action), rows(
      IdentifiedAction<Int, Child.Action>
    ), remove(Int)
    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let child = AnyCasePath(embed: Action.child) { if case .child(let it) = $0 { it } else { nil } }
      let plain = AnyCasePath(embed: Action.plain) { if case .plain(let it) = $0 { it } else { nil } }
      let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
    }
  }
  let clock: TestClock
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show:
        state.child = Child.State(); state.plain = Child.State(); state.rows = [Row(id: 1), Row(id: 2)];
        return .none
      case .hide: state.child = nil; state.plain = nil; return .none
      case .remove(let id): state.rows.remove(id: id); return .none
      case .child, .plain, .rows: return .none
      }
    }
    .ifLet(\.$child, action: \.child) { Child(clock: clock) }
    .ifLet(\.plain, action: \.plain) { Child(clock: clock) }
    .forEach(\.rows, action: \.rows) { Scope(state: \.child, action: \.self) { Child(clock: clock) } }
  }
}

final class ChildrenSmokeTests: TroupeTestCase {
  func testAll() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
        Parent(clock: clock)
      }
      await store.send(.show)
      await store.send(.child(.presented(.start)))
      await store.send(.plain(.start))
      await store.send(.child(.presented(.present)))
      await store.send(.child(.presented(.inner(.presented(.start)))))
      for id in [1, 2] { await store.send(.rows(.element(id: id, action: .start))) }
      await clock.advance(by: .seconds(1))
      var effects = await store.runningEffects
      XCTAssertEqual(effects.count, 5)
      if clock.now.duration(to: clock.now) == .zero { print(effects.map(\.scopePath)) }
      var state = await store.state
      XCTAssertEqual(state.child?.ticks, 1)
      XCTAssertEqual(state.child?.inner?.ticks, 1)
      XCTAssertEqual(state.plain?.ticks, 1)
      XCTAssertEqual(state.rows[id: 2]?.child.ticks, 1)
      await store.send(.child(.presented(.inner(.presented(.close))))).finish()
      state = await store.state
      XCTAssertNil(state.child?.inner)
      XCTAssertNotNil(state.child)
      effects = await store.runningEffects
      XCTAssertEqual(effects.filter { !$0.isCancelled }.count, 4)
      await store.send(.remove(1))
      effects = await store.runningEffects
      XCTAssertEqual(effects.filter { !$0.isCancelled }.count, 3)
      await store.send(.rows(.element(id: 2, action: .close))).finish()
      state = await store.state
      XCTAssertEqual(state.rows.count, 0)
      await store.send(.plain(.close)).finish()
      state = await store.state
      XCTAssertNil(state.plain)
      await store.send(.hide)
      effects = await store.runningEffects
      XCTAssertEqual(effects.filter { !$0.isCancelled }.count, 0)
      await store.shutdown(within: .zero)
    }
  }
}
