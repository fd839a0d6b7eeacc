import Troupe
import TroupeTesting
import XCTest

final class StackForEachTests: TroupeTestCase {
  typealias State = Place.State
  typealias Action = Place.Action

  /// Runs a body on a store with elements 0 and 1, and more pushed later, numbered from zero under each seed.
  private func withStack(
    _ seeds: Int = 5,
    context: DependencyContext = .test,
    _ body: @escaping @Sendable (StoreOf<Place>, TestClock) async throws -> Void
  ) async throws {
    try await underSeeds(seeds) { scheduler, clock in
      try await withDependencies {
        $0.stackElementID = .counting
        $0.context = context
      } operation: {
        var state = State()
        state.path = [State(id: 10), State(id: 11)]
        let store = Store(initialState: state, configuration: scheduler.configuration()) { Place() }
        try await body(store, clock)
      }
    }
  }

  private static func element(_ id: StackElementID, _ action: Action) -> Action {
    .path(.element(id: id, action: action))
  }

  /// The elements with running effects.
  private static func busy(_ store: StoreOf<Place>) async -> [String] {
    await store.runningEffects.filter { !$0.isCancelled }.map { "\($0.scopePath)" }.sorted()
  }

  // S262
  func testAppendingStartsNothing() async throws {
    try await withStack { store, _ in
      await store.send(.change { $0.path.append(State(id: 12)) }).finish()
      let ids = await store.path.ids
      XCTAssertEqual(ids, [0, 1, 2])
      let effects = await store.runningEffects
      XCTAssertTrue(effects.isEmpty)
    }
  }

  // S263, S269, S276, S286, S282: whichever code removes them.
  func testTheTasksOfElementsEndWithThem() async throws {
    let ways: [(Action, left: [String])] = [
      (.change { _ = $0.path.removeLast() }, ["/path[#0]"]),
      (.change { $0.path.removeAll() }, []),
      (.change { $0.path[id: 0] = nil }, ["/path[#1]"]),
      (.change { $0.path.remove(at: 0) }, ["/path[#1]"]),
      (.change { $0.path.pop(from: 1) }, ["/path[#0]"]),
      (.change { $0.path.pop(to: 0) }, ["/path[#0]"]),
      (.change { $0 = State() }, []),
      (.change { $0.path = [$0.path[0]] }, []),
      (.path(.popFrom(id: 0)), []),
      (.path(.popFrom(id: 1)), ["/path[#0]"]),
      (Self.element(1, .dismissSelf), ["/path[#0]"]),
      (Self.element(0, .dismissSelf), []),
      (.change { $0.path.insert(State(), at: 0) }, ["/path[#0]", "/path[#1]"]),
      // S287: another value under the same id is the same element, unless it has its own id (D21).
      (.change { $0.path[id: 0] = State(id: 10) }, ["/path[#0]", "/path[#1]"]),
      (.change { $0.path[id: 0] = State(id: 99) }, ["/path[#1]"]),
    ]
    for (number, (way, left)) in ways.enumerated() {
      try await withStack { store, clock in
        for id in [0, 1] as [StackElementID] { await store.send(Self.element(id, .tick(clock))) }
        await store.send(way).finish()
        let busy = await Self.busy(store)
        XCTAssertEqual(busy, left, "\(number)")
        await clock.advance(by: .seconds(1))
        XCTAssertEqual(clock.sleeperCount, left.count, "\(number)")
        await store.shutdown(within: .zero)
      }
    }
  }

  // S265
  func testAnElementOfTheInitialStateDismissesItself() async throws {
    try await withStack { store, _ in
      await store.send(Self.element(0, .dismissSelf)).finish()
      let state = await store.state
      XCTAssertTrue(state.path.isEmpty)
      XCTAssertEqual(state.log, ["pop #0, screen 10"])
    }
  }

  // S270
  func testElementsWithTheSameCancellationIDDoNotCancelEachOther() async throws {
    let start = Action.effect { _ in .run { _ in try await waitForCancellation() }.cancellable(id: "same") }
    for (stopped, left) in [(0, "/path[#1]"), (1, "/path[#0]")] as [(StackElementID, String)] {
      try await withStack { store, _ in
        for id in [0, 1] as [StackElementID] { await store.send(Self.element(id, start)) }
        await store.send(Self.element(stopped, .effect { _ in .cancel(id: "same") }))
        let busy = await Self.busy(store)
        XCTAssertEqual(busy, [left])
        await store.shutdown(within: .zero)
      }
    }
  }

  // S271, S272
  func testEffectsDeliverToTheirOwnElementAlsoWhenPositionsShift() async throws {
    try await withStack { store, clock in
      for id in [0, 1] as [StackElementID] { await store.send(Self.element(id, .tick(clock))) }
      await clock.advance(by: .seconds(1))
      await store.send(.change { $0.path[id: 0] = nil })
      await clock.advance(by: .seconds(1))
      let state = await store.state
      XCTAssertEqual(state.path.ids, [1])
      XCTAssertEqual(state.path[0].log, ["tick", "tick"])
      await store.shutdown(within: .zero)
    }
  }

  // S273
  func testAnActionForAMissingElementIsAnIssueAndTheParentSeesIt() async throws {
    try await withStack(1) { store, _ in
      try await expectingIssues {
        await store.send(Self.element(7, .note("?")))
        let log = await store.log
        XCTAssertEqual(log, ["saw ? of []"])
      } _: {
        $0.contains("`forEach` got an action for the element #7, which doesn't exist")
      }
    }
  }

  // S274
  func testPoppingAMissingElementIsAnIssueAndTheParentSeesIt() async throws {
    try await withStack(1) { store, _ in
      try await expectingIssues {
        await store.send(.path(.popFrom(id: 7)))
        let state = await store.state
        XCTAssertEqual(state.path.ids, [0, 1])
        XCTAssertEqual(state.log, ["pop #7, no screen"])
      } _: {
        $0.contains("#7") && $0.contains("Ids present: #0, #1.")
      }
    }
  }

  // S277
  func testPushesByActionAndByReducerAreNumberedTogether() async throws {
    try await withStack { store, _ in
      await store.send(.path(.push(id: 2, state: State(id: 12))))
      await store.send(.change { $0.path.append(State(id: 13)) })
      await store.send(.path(.push(id: 4, state: State(id: 14))))
      await store.send(.change { $0.path.append(State(id: 15)) })
      var ids = await store.path.ids
      XCTAssertEqual(ids, [0, 1, 2, 3, 4, 5])
      await store.send(.path(.popFrom(id: 0)))
      await store.send(.path(.push(id: 0, state: State(id: 10))))
      await store.send(.change { $0.path.append(State(id: 16)) })
      ids = await store.path.ids
      XCTAssertEqual(ids, [0, 6])
    }
  }

  // S278
  func testPushingATakenIDIsAnIssueAndTheParentSeesIt() async throws {
    try await withStack(1) { store, _ in
      try await expectingIssues {
        await store.send(.path(.push(id: 0, state: State(id: 99))))
        let state = await store.state
        XCTAssertEqual(state.path.map(\.id), [10, 11])
        XCTAssertEqual(state.log, ["push #0, screen 10"])
      } _: {
        $0.contains("#0") && $0.contains("Ids present: #0, #1.")
      }
    }
  }

  // S279
  func testInTestsPushingAnIDOutOfOrderIsAnIssue() async throws {
    try await withStack(1) { store, _ in
      try await expectingIssues {
        await store.send(.path(.push(id: 5, state: State(id: 15))))
        let ids = await store.path.ids
        XCTAssertEqual(ids, [0, 1, 5])
      } _: {
        $0.contains("#5, but the next id is #2")
      }
    }
    // In a program, other code may have taken ids in the meantime.
    try await withStack(1, context: .live) { store, _ in
      await store.send(.path(.push(id: 5, state: State(id: 15))))
    }
  }

  // S284, S285
  func testAnElementIsPushedAndReducesBeforeTheParent() async throws {
    try await withStack { store, _ in
      await store.send(.path(.push(id: 2, state: State(id: 12))))
      await store.send(Self.element(2, .note("hello")))
      let log = await store.log
      XCTAssertEqual(log, ["push #2, screen 12", #"saw hello of ["hello"]"#])
    }
  }

  // D17: a stack in an element of a stack.
  func testAStackInAStack() async throws {
    try await withStack { store, clock in
      await store.send(Self.element(0, .path(.push(id: 2, state: State(id: 20)))))
      await store.send(Self.element(0, Self.element(2, .tick(clock))))
      await store.send(Self.element(0, Self.element(2, .dismissSelf))).finish()
      let state = await store.state
      XCTAssertEqual(state.path.ids, [0, 1])
      XCTAssertEqual(state.path[0].log, ["push #2, screen 20", "pop #2, screen 20"])
      let busy = await Self.busy(store)
      XCTAssertEqual(busy, [])
    }
  }

  func testElementsOfManyPushesAreFoundInTheirTime() async throws {
    try await withStack(1) { store, _ in
      await store.send(
        .change { state in
          for id in 0..<10_000 { state.path.append(State(id: id)) }
        }
      )
      let count = await store.path.count
      XCTAssertEqual(count, 10_002)
    }
  }
}
