import Synchronization
import Troupe
import TroupeTesting
import XCTest

/// What tools that show a store use.
final class InspectionTests: XCTestCase {
  private enum Action: Sendable { case start, sent }

  private struct Silent: Instrument {}

  private func makeStore(
    _ instruments: [any Instrument],
    _ effect: @escaping @Sendable () -> Effect<Action>
  ) -> Store<Int, Action> {
    var configuration = StoreConfiguration<Action>()
    configuration.instruments = instruments
    configuration.name = "shown"
    return Store(initialState: 0, configuration: configuration) {
      Reduce<Int, Action> { state, action in
        if case .sent = action {
          state += 1
          return .none
        }
        return effect()
      }
    }
  }

  // S906
  func testOneEffectIsCancelledAndItsActionsAreDropped() async throws {
    let (gates, open) = AsyncStream<Void>.makeStream()
    let store = makeStore([]) {
      .merge(
        .run(name: "first") { send in
          // Work that doesn't respond to its cancellation: awaiting another task ignores it.
          await Task { for await _ in gates { break } }.value
          await send(.sent)
        },
        .run(name: "second") { _ in try await Task.never() }
      )
    }
    let task = await store.send(.start)
    let effects = await store.runningEffects
    let (first, second) = (try XCTUnwrap(effects.first), try XCTUnwrap(effects.last))
    XCTAssertEqual(first.name, "first")
    let wasRunning = await store.cancelEffect(first.id)
    XCTAssertTrue(wasRunning)
    let again = await store.cancelEffect(first.id)
    XCTAssertFalse(again, "It is cancelled already.")
    let rest = await store.runningEffects
    XCTAssertEqual(rest.map(\.isCancelled), [true, false])
    open.finish()
    let secondWasRunning = await store.cancelEffect(second.id)
    XCTAssertTrue(secondWasRunning)
    await task.finish()
    let state = await store.withState { $0 }
    XCTAssertEqual(state, 0)
    let ended = await store.cancelEffect(second.id)
    XCTAssertFalse(ended)
  }

  private final class Seen: Instrument {
    let stores = Mutex<[StoreInfo]>([])

    func turnEnded(_ turn: TurnInfo) { stores.withLock { $0.append(turn.store) } }
  }

  // S906
  func testAStoreIsKnownAsItsInstrumentsKnowIt() async throws {
    let seen = Seen()
    let store = makeStore([seen]) { .none }
    await store.send(.sent).finish()
    let info = await store.storeInfo
    XCTAssertNotNil(info)
    XCTAssertEqual(seen.stores.withLock { $0.first }, info)
    XCTAssertEqual(info?.name, "shown")
    let other = await makeStore([]) { .none }.storeInfo
    XCTAssertNil(other)
  }

  @Reducer
  struct Child {
    struct State: Equatable, Sendable, Identifiable { var id = 1 }
    enum Action: Equatable, Sendable { case wait, close }
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .wait: .run { _ in try await Task.never() }
        case .close: .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      @Presents var sheet: Child.State? = Child.State()
      var rows: IdentifiedArrayOf<Child.State> = [Child.State(id: 1), Child.State(id: 2)]
      var kept = 0
    }
    enum Action: Equatable, Sendable {
      case sheet(PresentationAction<Child.Action>)
      case rows(IdentifiedActionOf<Child>)
      case wait
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .wait = action { return .run { _ in try await Task.never() } }
        if case .sheet(.dismiss) = action { state.kept += 1 }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Child() }
      .forEach(\.rows, action: \.rows) { Child() }
    }
  }

  // S907
  func testAToolDismissesAChildAsTheChildItselfWould() async throws {
    let dismissals = Dismissals()
    func makeStore() -> StoreOf<Parent> {
      var configuration = StoreConfiguration<Parent.Action>()
      configuration.instruments = [dismissals]
      return Store(initialState: Parent.State(), configuration: configuration) { Parent() }
    }
    let store = makeStore()
    let before = await store.dismissibleChildren
    XCTAssertEqual(before, [], "Nothing runs in a child.")
    let root = await store.send(.wait)
    let sheet = await store.send(.sheet(.presented(.wait)))
    let row = await store.send(.rows(.element(id: 2, action: .wait)))
    let children = await store.dismissibleChildren.sorted { $0.description < $1.description }
    XCTAssertEqual(children.map(\.description), ["/rows[2]", "/sheet"])
    for path in children {
      let isDismissed = await store.dismissChild(at: path)
      XCTAssertTrue(isDismissed, "\(path)")
      let again = await store.dismissChild(at: path)
      XCTAssertFalse(again, "\(path)")
    }
    await sheet.finish()
    await row.finish()
    let state = await store.withState { $0 }
    let effects = await store.runningEffects
    XCTAssertEqual(effects.count, 1, "The parent's effect continues.")
    root.cancel()

    // The children themselves.
    let other = makeStore()
    await other.send(.sheet(.presented(.close))).finish()
    await other.send(.rows(.element(id: 2, action: .close))).finish()
    let expected = await other.withState { $0 }
    XCTAssertEqual(state, expected)
    XCTAssertEqual(state.rows.map(\.id), [1])
    let seen = dismissals.seen.withLock { $0 }
    XCTAssertEqual(seen, ["dismissal /rows[2]", "action sheet", "action sheet", "dismissal /rows[2]"])
  }

  // S907
  func testAToolDismissesNothingInAStoreThatIsShutDown() async throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    await store.send(.rows(.element(id: 2, action: .wait)))
    let children = await store.dismissibleChildren
    let child = try XCTUnwrap(children.first)
    await store.shutdown(within: .zero)
    let isDismissed = await store.dismissChild(at: child)
    XCTAssertFalse(isDismissed)
    let later = await store.dismissibleChildren
    XCTAssertEqual(later, [])
    let rows = await store.rows.map(\.id)
    XCTAssertEqual(rows, [1, 2])
  }

  private final class Dismissals: Instrument {
    let seen = Mutex<[String]>([])

    func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
      body(&state)
      if case .sheet(.dismiss)? = action.action.base as? Parent.Action {
        seen.withLock { $0.append("action sheet") }
      }
    }

    func dismiss<State>(_ dismissal: inout DismissalInfo, state: inout State, body: (inout State) -> Void) {
      body(&state)
      let path = dismissal.scopePath.description
      seen.withLock { $0.append("dismissal \(path)") }
    }
  }
}
