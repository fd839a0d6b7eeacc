import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// `onStart` and `onEnd`.
final class OnStartAndEndTests: TroupeTestCase {
  private struct Guest: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id: Int
      var handle: Int
      var inner: [Guest.State] = []
      var only: Guest.State? {
        get { inner.first }
        set { inner = newValue.map { [$0] } ?? [] }
      }
    }
    indirect enum Action: Sendable { case set(Int), inner(Action), pinged }

    let notes: Collector<String>
    var clock: TestClock?

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let handle) = action { state.handle = handle }
        return .none
      }
      .ifLet(\.only, action: /Action.inner) { self }
      .onStart { [notes] state in
        .run(name: "start") { [id = state.id] _ in
          notes.append("start \(id)")
          try await waitForCancellation()
        }
      }
      .onEnd(of: { ($0.id, $0.handle) }) { [notes, clock] id, handle in
        .run(name: "end") { send in
          if let clock { try await clock.sleep(for: .seconds(1)) }
          notes.append("end \(id) with \(handle)")
          await send(.pinged)
        }
      }
    }
  }

  private struct Host: Reducer {
    struct State: Equatable, Sendable {
      var guest: Guest.State?
      var rows: IdentifiedArrayOf<Guest.State> = []
    }
    enum Action: Sendable {
      case change(@Sendable (inout State) -> Void)
      case guest(Guest.Action)
      case rows(IdentifiedAction<Int, Guest.Action>)
      case cancelAll
    }

    let notes: Collector<String>
    var clock: TestClock?

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        if case .cancelAll = action { return .cancelAll }
        return .none
      }
      .ifLet(\.guest, action: /Action.guest) { Guest(notes: notes, clock: clock) }
      .forEach(\.rows, action: /Action.rows) { Guest(notes: notes, clock: clock) }
      .onStart { [notes] in .run { _ in notes.append("start") } }
    }
  }

  // S549, S550
  func testTheyRunOnceWhenTheStateComesAndGoes() async throws {
    try await underSeeds(10) { scheduler, _ in
      let notes = Collector<String>()
      let store = Store(
        initialState: Host.State(guest: Guest.State(id: 1, handle: 10)),
        configuration: scheduler.configuration()
      ) {
        Host(notes: notes)
      }
      await scheduler.settle()
      XCTAssertEqual(notes.all.sorted(), ["start", "start 1"])
      notes.clear()
      await store.send(.guest(.set(11)))
      await store.send(.change { $0.guest?.handle += 1 })
      await scheduler.settle()
      XCTAssertEqual(notes.all, [])
      // Another one takes its place.
      await store.send(.change { $0.guest = Guest.State(id: 2, handle: 20) })
      await scheduler.settle()
      XCTAssertEqual(notes.all.sorted(), ["end 1 with 12", "start 2"])
      notes.clear()
      await store.send(.change { $0.guest = nil })
      await scheduler.settle()
      XCTAssertEqual(notes.all, ["end 2 with 20"])
      // The action that it sent was rejected.
      let dropped = await store.statistics.droppedActionCount
      XCTAssertEqual(dropped, 2)
      let left = await store.runningEffects
      XCTAssertEqual(left.map(\.name), [])
    }
  }

  // S550
  func testTheEndBelongsToTheNearestFeatureThatIsThere() async throws {
    try await underSeeds(10) { scheduler, clock in
      let notes = Collector<String>()
      let inner = Guest.State(id: 2, handle: 20)
      let store = Store(
        initialState: Host.State(guest: Guest.State(id: 1, handle: 10, inner: [inner])),
        configuration: scheduler.configuration()
      ) {
        Host(notes: notes, clock: clock)
      }
      await scheduler.settle()
      notes.clear()
      await store.send(.change { $0.guest = nil })
      let paths = await store.runningEffects.filter { !$0.isCancelled }.map {
        "\($0.scopePath) \($0.causingAction)"
      }
      XCTAssertEqual(paths.sorted(), ["/ onEnd(of: (1, 10))", "/ onEnd(of: (2, 20))"])
      await scheduler.settle()
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(notes.all.sorted(), ["end 1 with 10", "end 2 with 20"])
    }
  }

  // S550
  func testItEndsWithTheParent() async throws {
    try await underSeeds(10) { scheduler, clock in
      let notes = Collector<String>()
      let inner = Guest.State(id: 2, handle: 20)
      let store = Store(
        initialState: Host.State(guest: Guest.State(id: 1, handle: 10, inner: [inner])),
        configuration: scheduler.configuration()
      ) {
        Host(notes: notes, clock: clock)
      }
      await scheduler.settle()
      notes.clear()
      await store.send(.change { $0.guest?.only = nil })
      await scheduler.settle()
      await store.send(.change { $0.guest = nil })
      await scheduler.settle()
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(notes.all.sorted(), ["end 1 with 10"])
    }
  }

  // S550: no row, and nothing that keeps its node, is left when the ends begin.
  func testAllRowsEndAtOnceWithWhatIsInThem() async throws {
    try await underSeeds(10) { scheduler, clock in
      let notes = Collector<String>()
      let rows = [1, 3].map { number in
        Guest.State(id: number, handle: number, inner: [Guest.State(id: number + 1, handle: number + 1)])
      }
      let store = Store(initialState: Host.State(), configuration: scheduler.configuration()) {
        Host(notes: notes, clock: clock)
      }
      await store.send(.change { $0.rows = IdentifiedArray(uniqueElements: rows) })
      await scheduler.settle()
      notes.clear()
      await store.send(.change { $0.rows.removeAll() })
      let paths = await store.runningEffects.filter { !$0.isCancelled }.map { "\($0.scopePath)" }
      XCTAssertEqual(paths, ["/", "/", "/", "/"])
      await scheduler.settle()
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(notes.all.sorted(), (1...4).map { "end \($0) with \($0)" })
    }
  }

  // S549, S550
  func testADismissalAndRows() async throws {
    try await underSeeds(10) { scheduler, _ in
      let notes = Collector<String>()
      let store = Store(initialState: Host.State(), configuration: scheduler.configuration()) {
        Host(notes: notes)
      }
      await store.send(.change { $0.rows = [.init(id: 1, handle: 1), .init(id: 2, handle: 2)] })
      await scheduler.settle()
      await store.send(.change { $0.rows.reverse() })
      await store.send(.change { $0.rows.remove(id: 1) })
      await scheduler.settle()
      XCTAssertEqual(notes.all.sorted(), ["end 1 with 1", "start", "start 1", "start 2"])
    }
  }

  // S550
  func testNothingEndsWhenTheStoreIsShutDownOrReleased() async throws {
    try await underSeeds(10) { scheduler, _ in
      let notes = Collector<String>()
      let initial = Host.State(guest: Guest.State(id: 1, handle: 10))
      var store: StoreOf<Host>? = Store(initialState: initial, configuration: scheduler.configuration()) {
        Host(notes: notes)
      }
      await scheduler.settle()
      _ = store
      store = nil
      await scheduler.settle()
      let other = Store(initialState: initial, configuration: scheduler.configuration()) {
        Host(notes: notes)
      }
      await scheduler.settle()
      await other.shutdown(within: .zero)
      XCTAssertEqual(Set(notes.all), ["start", "start 1"])
      await other.assertNothingIsLeft()
    }
  }
}
