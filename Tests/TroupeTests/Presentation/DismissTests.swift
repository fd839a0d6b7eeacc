import Troupe
import TroupeTesting
import XCTest

final class DismissTests: TroupeTestCase {
  typealias State = Place.State
  typealias Action = Place.Action

  /// A way in which a place holds a child.
  struct Route: Sendable {
    let name: String
    let add: @Sendable (inout State, State) -> Void
    let get: @Sendable (State) -> State?
    let embed: @Sendable (Action) -> Action

    static let all: [Route] = [
      Route(name: "sheet") {
        $0.sheet = $1
      } get: {
        $0.sheet
      } embed: {
        .sheet(.presented($0))
      },
      Route(name: "plain") {
        $0.plain = $1
      } get: {
        $0.plain
      } embed: {
        .plain($0)
      },
      Route(name: "row") {
        $0.rows.append($1)
      } get: {
        $0.rows.first
      } embed: {
        .rows(.element(id: 7, action: $0))
      },
      Route(name: "value") {
        $0.values["a"] = $1
      } get: {
        $0.values["a"]
      } embed: {
        .values(.element(id: "a", action: $0))
      },
      Route(name: "screen") {
        $0.path.append($1)
      } get: {
        $0.path.first
      } embed: {
        .path(.element(id: 0, action: $0))
      },
    ]
  }

  override func invokeTest() {
    withDependencies {
      $0.stackElementID = .counting
    } operation: {
      super.invokeTest()
    }
  }

  private static func makeStore(
    _ scheduler: Scheduler,
    _ change: (inout State) -> Void = { _ in }
  ) -> StoreOf<Place> {
    var state = State()
    change(&state)
    return Store(initialState: state, configuration: scheduler.configuration()) { Place() }
  }

  /// Makes a store with a child in one of the ways, under many seeds.
  private func forEachRoute(
    _ seeds: Int = 10,
    _ body: @escaping @Sendable (Route, StoreOf<Place>, TestClock) async throws -> Void
  ) async throws {
    for route in Route.all {
      try await underSeeds(seeds) { scheduler, clock in
        try await withDependencies {
          $0.stackElementID = .counting
        } operation: {
          let store = Self.makeStore(scheduler) { route.add(&$0, State(id: 7)) }
          try await body(route, store, clock)
        }
      }
    }
  }

  // MARK: From anywhere in an effect

  // S228, D13
  func testAChildDismissesItselfFromWhereverItsEffectsRun() async throws {
    let ways: [(String, Action)] = [
      ("run", .dismissSelf),
      (
        "merge",
        .effect { dismiss in
          .merge(.run { _ in try await waitForCancellation() }, .run { _ in await dismiss() })
        }
      ),
      ("concatenate", .effect { dismiss in .concatenate(.run { _ in }, .run { _ in await dismiss() }) }),
      (
        "group",
        .run { dismiss, _ in
          await withTaskGroup { group in
            for _ in 0..<3 { group.addTask { await dismiss() } }
          }
        }
      ),
      (
        "async let",
        .run { dismiss, _ in
          async let done: Void = dismiss()
          await done
        }
      ),
      ("task", .run { dismiss, _ in await Task { await dismiss() }.value }),
      (
        "detached",
        .run { dismiss, _ in
          await withEscapedDependencies { dependencies in
            await Task.detached { await dependencies.yield { await dismiss() } }.value
          }
        }
      ),
      (
        "map",
        .effect { dismiss in
          Effect<Int>.run { _ in await dismiss() }.map { .note("\($0)") }
        }
      ),
      ("read in the effect", .run { _, _ in await Dependency(\.dismiss).wrappedValue() }),
    ]
    for (name, way) in ways {
      try await forEachRoute(5) { route, store, clock in
        await store.send(route.embed(.tick(clock)))
        await store.send(route.embed(way)).finish()
        let state = await store.state
        XCTAssertNil(route.get(state), "\(route.name), \(name)")
        await clock.advance()
        let effects = await store.runningEffects
        XCTAssertTrue(effects.isEmpty, "\(route.name), \(name)")
      }
    }
  }

  // S231, D12
  func testADetachedTaskWithoutDependenciesDismissesNothingAndIsAnIssue() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Self.makeStore(scheduler) { $0.sheet = State(id: 7) }
        await store.send(
          .sheet(
            .presented(
              .run { dismiss, _ in
                await Task.detached {
                  await withIssueReporters([collector]) { await dismiss() }
                }.value
              }
            )
          )
        ).finish()
        let sheet = await store.sheet
        XCTAssertNotNil(sheet)
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages.first?.contains("withEscapedDependencies") == true)
  }

  // S231, D12
  func testWhereNothingIsPresentedItIsAnIssueAtTheCaller() async throws {
    let collector = IssueCollector()
    let line: UInt = #line + 2
    let way = Action.run { dismiss, send in
      await dismiss(); await send(.note("continues"))
    }
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Self.makeStore(scheduler) { $0.mode = .on(State()) }
        await store.send(way).finish()
        await store.send(.part(way)).finish()
        await store.send(.mode(way)).finish()
        let state = await store.state
        XCTAssertEqual(state.log, ["continues"])
        XCTAssertEqual(state.part.log, ["continues"])
        XCTAssertEqual(state.mode.on?.log, ["continues"])
      }
    }
    XCTAssertEqual(collector.all.map(\.location.line), [line, line, line])
    XCTAssertTrue(collector.all.allSatisfy { "\($0.location.fileID)".hasSuffix("DismissTests.swift") })
    XCTAssertTrue(collector.messages.allSatisfy { $0.contains("isPresented") })
  }

  /// A feature with a wizard, none of whose steps is presented.
  private struct Wizard: Reducer {
    indirect enum State: Equatable, Sendable {
      case step(Place.State)
      case wizard(State)
    }

    indirect enum Action: Sendable {
      case step(Place.Action)
      case wizard(Action)
    }

    static let lines: (step: UInt, wizard: UInt) = (#line + 4, #line + 5)

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifCaseLet((/State.step), action: (/Action.step)) { Place() }
        .ifCaseLet((/State.wizard), action: (/Action.wizard)) { Wizard() }
    }
  }

  // S231: with `ifCaseLet` alone, nothing can be dismissed; the issue says which feature it is, and where it
  // is embedded.
  func testUnderIfCaseLetTheIssueNamesTheFeatureAndTheOperator() async throws {
    let collector = IssueCollector()
    let line: UInt = #line + 1
    let dismissing = Place.Action.run { dismiss, _ in await dismiss() }
    let state = Wizard.State.wizard(.step(Place.State()))
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Store(initialState: state, configuration: scheduler.configuration()) { Wizard() }
        await store.send(.wizard(.step(dismissing))).finish()
        let after = await store.state
        XCTAssertEqual(after, state)
      }
    }
    let issue = try XCTUnwrap(collector.all.first)
    XCTAssertEqual(collector.all.count, 1)
    XCTAssertEqual(issue.location.line, line)
    XCTAssertTrue(
      issue.message.contains("can't be dismissed. The feature is Place, and the call is in its effect"),
      issue.message
    )
    let file = "TroupeTests/DismissTests.swift"
    for expected in [
      "- Place is embedded with `ifCaseLet` at \(file):\(Wizard.lines.step).",
      "- DismissTests.Wizard is embedded with `ifCaseLet` at \(file):\(Wizard.lines.wizard).",
      "set the state to another case",
    ] {
      XCTAssertTrue(issue.message.contains(expected), issue.message)
    }
  }

  // D12: work that continues after its effect has ended no longer belongs to a place.
  func testAfterItsEffectHasEndedItDismissesNothingAndIsAnIssue() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let (gate, done) = (Gate(), Gate())
        let store = Self.makeStore(scheduler) { $0.sheet = State(id: 7) }
        await store.send(
          .sheet(
            .presented(
              .run { dismiss, _ in
                Task {
                  await gate.wait()
                  await dismiss()
                  done.open()
                }
              }
            )
          )
        ).finish()
        gate.open()
        await done.wait()
        let sheet = await store.sheet
        XCTAssertNotNil(sheet)
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages.first?.contains("had ended, so nothing was dismissed") == true)
  }

  // MARK: Which one

  // D13, S232: in a part that is always there, and in a case, `dismiss()` applies to the nearest feature that
  // can be dismissed.
  func testInAScopeOrACaseTheNearestAncestorIsMeant() async throws {
    try await forEachRoute { route, store, _ in
      await store.send(route.embed(.change { $0.mode = .on(State()) }))
      await store.send(route.embed(.mode(.part(.dismissSelf)))).finish()
      let state = await store.state
      XCTAssertNil(route.get(state), route.name)
    }
  }

  // S229, D17
  func testOnlyTheInnermostOfNestedPresentationsIsDismissed() async throws {
    try await forEachRoute { route, store, _ in
      for inner in Route.all where inner.name != "screen" {
        await store.send(route.embed(.change { inner.add(&$0, State(id: 7)) }))
        await store.send(route.embed(inner.embed(.dismissSelf))).finish()
        let state = await store.state
        let child = try XCTUnwrap(route.get(state), route.name)
        XCTAssertNil(inner.get(child), "\(route.name)/\(inner.name)")
      }
    }
  }

  // S230
  func testDismissingAGrandchildFromAboveLeavesTheChild() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler) {
        $0.sheet = State(id: 1)
        $0.sheet?.sheet = State(id: 2)
      }
      await store.send(.sheet(.presented(.sheet(.presented(.tick(clock))))))
      await store.send(.sheet(.presented(.sheet(.dismiss))))
      let state = await store.state
      XCTAssertEqual(state.sheet?.id, 1)
      XCTAssertNil(state.sheet?.sheet)
      XCTAssertEqual(state.sheet?.log, ["dismiss, sheet 2"])
      await clock.advance()
      let effects = await store.runningEffects
      XCTAssertTrue(effects.isEmpty)
    }
  }

  func testOfSeveralInstancesTheOneThatAskedGoes() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler) {
        $0.rows = [State(id: 1), State(id: 2), State(id: 3)]
        $0.values = ["a": State(), "b": State()]
        $0.path = [State(id: 1), State(id: 2), State(id: 3)]
      }
      let ids = await store.withState { $0.path.ids }
      await store.send(.rows(.element(id: 2, action: .dismissSelf))).finish()
      await store.send(.values(.element(id: "a", action: .dismissSelf))).finish()
      await store.send(.path(.element(id: ids[1], action: .dismissSelf))).finish()
      let state = await store.state
      XCTAssertEqual(Array(state.rows.ids), [1, 3])
      XCTAssertEqual(Array(state.values.keys), ["b"])
      XCTAssertEqual(state.path.map(\.id), [1], "those above go with it")
    }
  }

  func testStoresAreNotMixedUp() async throws {
    try await underSeeds(5) { scheduler, _ in
      let stores = (0..<50).map { number in
        Self.makeStore(scheduler) { state in
          state.id = number
          state.rows = [State(id: 1), State(id: 2)]
          state.sheet = State(id: 3)
        }
      }
      await withTaskGroup { group in
        for (number, store) in stores.enumerated() {
          group.addTask(executorPreference: scheduler) {
            if number % 2 == 0 { await store.send(.sheet(.presented(.dismissSelf))).finish() }
            if number % 3 > 0 {
              await store.send(.rows(.element(id: number % 3, action: .dismissSelf))).finish()
            }
          }
        }
      }
      for (number, store) in stores.enumerated() {
        let state = await store.state
        XCTAssertEqual(state.sheet == nil, number % 2 == 0, "\(number)")
        XCTAssertEqual(Array(state.rows.ids), [1, 2].filter { $0 != number % 3 }, "\(number)")
      }
    }
  }

  func testThroughAScopedStoreTheSameFeatureIsDismissed() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler) { $0.rows = [State(id: 1), State(id: 2)] }
      let scoped = await store.scope(state: \.rows, id: 2, action: \.rows)
      let row = try XCTUnwrap(scoped)
      await row.send(.dismissSelf).finish()
      let ids = await Array(store.rows.ids)
      XCTAssertEqual(ids, [1])
      let isAlive = await row.isAlive
      XCTAssertFalse(isAlive)
    }
  }

  /// D12: an effect can't dismiss a feature that was presented after the call, in whichever order the two
  /// happen.
  func testADismissalNeverHitsTheNextPresentation() async throws {
    try await underSeeds(50) { scheduler, _ in
      let store = Self.makeStore(scheduler) { $0.sheet = State(id: 1) }
      let asked = await store.send(
        .sheet(
          .presented(
            .run { dismiss, _ in
              await dismiss()
            }
          )
        )
      )
      await store.send(
        .change {
          $0.sheet = nil; $0.sheet = State(id: 1)
        }
      )
      await asked.finish()
      let sheet = await store.sheet
      XCTAssertNotNil(sheet)
    }
  }

  // MARK: Afterwards

  // S234, D12
  func testDismissingTwiceIsDismissingOnce() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler) {
        $0.sheet = State(id: 1)
        $0.sheet?.sheet = State(id: 2)
      }
      let twice = Action.run { dismiss, _ in
        await dismiss()
        await dismiss()
      }
      await store.send(.sheet(.presented(.sheet(.presented(twice))))).finish()
      let state = await store.state
      XCTAssertEqual(state.sheet?.log, ["dismiss, sheet 2"])
      XCTAssertEqual(state.log, [])
    }
  }

  // S235
  func testWhatIsSentAfterwardsIsDroppedAndCounted() async throws {
    try await forEachRoute { route, store, _ in
      let way = Action.run { dismiss, send in
        await dismiss()
        XCTAssertTrue(Task.isCancelled)
        await send(.note("too late"))
      }
      await store.send(route.embed(way)).finish()
      let dropped = await store.statistics.droppedActionCount
      XCTAssertEqual(dropped, 1, route.name)
    }
  }

  func testACancelledTaskDismissesNothing() async throws {
    try await forEachRoute { route, store, _ in
      let way = Action.run { dismiss, _ in
        let task = Task { await dismiss() }
        task.cancel()
        await task.value
      }
      await store.perform { store in store.send(route.embed(way)) }.finish()
      // The task may have begun before it was cancelled; in neither case is it an issue.
    }
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler) { $0.sheet = State() }
      let way = Action.run { dismiss, _ in
        withUnsafeCurrentTask { $0?.cancel() }
        await dismiss()
      }
      await store.send(.sheet(.presented(way))).finish()
      let sheet = await store.sheet
      XCTAssertNotNil(sheet)
    }
  }

  // D7
  func testFinishingDoesNotWaitForTheDismissal() async throws {
    try await forEachRoute(3) { route, store, _ in
      await store.send(.change { route.add(&$0, State(id: 8)) }).finish()
      let effects = await store.runningEffects
      XCTAssertTrue(effects.isEmpty)
    }
  }

  // D13: a removal without an action is visible to observers and reported as an event.
  func testARemovalIsObservedAndTold() async throws {
    for route in Route.all where !["sheet", "screen"].contains(route.name) {
      try await underSeeds { scheduler, _ in
        let store = Self.makeStore(scheduler) { route.add(&$0, State(id: 7)) }
        let events = store.events()
        var states = store.states().makeAsyncIterator()
        let first = await states.next()
        XCTAssertNotNil(first.flatMap(route.get))
        await store.send(route.embed(.dismissSelf)).finish()
        let second = await states.next()
        XCTAssertNil(second.flatMap(route.get))
        XCTAssertEqual(second?.log, [], "no reducer runs")
        let state = await store.state
        XCTAssertEqual(state, second)
        await store.shutdown(within: .zero)
        var dismissed: [String] = []
        for await event in events {
          if case .dismissed(let path) = event.kind { dismissed.append("\(path)") }
        }
        let path = ["plain": "/plain", "row": "/rows[7]", "value": "/values[a]"][route.name]
        XCTAssertEqual(dismissed, [path])
      }
    }
  }

  // MARK: The dependencies

  // D12
  func testWhetherItIsPresentedIsAMatterOfThePosition() async throws {
    try await forEachRoute(2) { route, store, _ in
      await store.send(.change { $0.mode = .on(State()) })
      await store.send(route.embed(.change { $0.mode = .on(State()) }))
      for embed in [{ $0 }, { .part($0) }, { .mode($0) }] as [@Sendable (Action) -> Action] {
        await store.send(embed(.askIsPresented))
        await store.send(route.embed(embed(.askIsPresented)))
        await store.send(
          embed(
            .run { _, send in
              await send(.note("\(Dependency(\.isPresented).wrappedValue)"))
            }
          )
        ).finish()
        await store.send(
          route.embed(
            embed(
              .run { _, send in
                await send(.note("\(Dependency(\.isPresented).wrappedValue)"))
              }
            )
          )
        ).finish()
      }
      let state = await store.state
      let child = try XCTUnwrap(route.get(state))
      for place in [state, state.part, state.mode.on] {
        XCTAssertEqual(place?.isPresented, false)
        XCTAssertTrue(place?.log.contains("false") == true)
      }
      for place in [child, child.part, child.mode.on] {
        XCTAssertEqual(place?.isPresented, true, route.name)
        XCTAssertTrue(place?.log.contains("true") == true)
      }
    }
  }

  // S239
  func testATestOverridesTheDismissal() async throws {
    try await underSeeds(2) { scheduler, _ in
      let calls = Collector<Int>()
      let store = Store(
        initialState: State(),
        configuration: scheduler.configuration()
      ) {
        Place()
      } withDependencies: {
        $0.dismiss = DismissEffect { calls.append(1) }
      }
      await store.send(.change { $0.sheet = State(id: 1) })
      await store.send(.dismissSelf).finish()
      await store.send(.sheet(.presented(.dismissSelf))).finish()
      XCTAssertEqual(calls.count, 2)
      let sheet = await store.sheet
      XCTAssertNotNil(sheet)
    }
  }
}
