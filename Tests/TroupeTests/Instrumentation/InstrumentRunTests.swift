import Troupe
import TroupeTesting
import XCTest

/// What instruments put around the work of effects, and which of their task's values they find there.
final class InstrumentRunTests: TroupeTestCase {
  private struct Failure: Error, Equatable {}

  // S610
  func testWhatAnInstrumentSetsHoldsForAllOfTheWork() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      let seen = Collector<String>()
      let store = numberStore(scheduler, scheduler.configuration { $0.instruments = [watcher] }) { action in
        seen.append("\(action) under \(Watcher.current)")
        return action == 0
          ? .run(name: "work") { send in
            async let child: Void = seen.append("child under \(Watcher.current)")
            await child
            try await withTaskCancellation(id: "piece") { seen.append("piece under \(Watcher.current)") }
            await send(1)
          } : .none
      }
      await store.send(0).finish()
      XCTAssertEqual(seen.all, ["0 under ", "child under work", "piece under work", "1 under work"])
    }
  }

  // S611
  func testAnErrorThatNobodyCatchesIsSeenAndTheHandlerIsPartOfTheWork() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      let failures = Collector<Int>()
      let configuration = scheduler.configuration {
        $0.instruments = [watcher]
        $0.failurePolicy = .send { _ in 9 }
      }
      let store = numberStore(scheduler, configuration) { action in
        switch action {
        case 0: return .run(name: "throws") { _ in throw Failure() }
        case 1:
          return .run(name: "catches") { _ in
            throw Failure()
          } catch: { _, send in
            await send(5)
          }
        default:
          failures.append(action)
          return .none
        }
      }
      await store.send(0).finish()
      await store.send(1).finish()
      XCTAssertEqual(failures.all, [9, 5])
      XCTAssertEqual(
        watcher.lines.all.filter { !$0.hasPrefix("reduce") },
        ["run throws", "threw InstrumentRunTests.Failure(…)", "run catches", "ran catches"]
      )
      XCTAssertEqual(
        watcher.chain,
        ["1: 0 sent", "2: 9 returned by 1 root 1", "3: 1 sent", "4: 5 effect by 3 root 3"]
      )
    }
  }

  // S611
  func testWorkThatWasCancelledBeforeItBeganIsNotRun() async throws {
    try await underSeeds { scheduler, clock in
      let watcher = Watcher()
      let store = numberStore(scheduler, scheduler.configuration { $0.instruments = [watcher] }) { action in
        switch action {
        case 0: .merge(.run { _ in XCTFail("It began.") }.cancellable(id: 1), .cancel(id: 1))
        case 2:
          .run(name: "endless") { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: 2)
        default: .cancel(id: 2)
        }
      }
      await store.send(0).finish()
      XCTAssertEqual(watcher.effects.count, 0)
      let task = await store.send(2)
      await scheduler.settle()
      await store.send(3)
      await task.finish()
      XCTAssertEqual(watcher.lines.all.last, "threw CancellationError(…)")
    }
  }

  // S614
  func testATaskThatAReducerStartedIsNotPartOfTheReductionAfterwards() async throws {
    try await underSeeds(3) { scheduler, _ in
      let watcher = Watcher()
      let (gate, opening) = AsyncStream<Never>.makeStream()
      let tasks = Collector<Task<Void, Never>>()
      let reduceAlone: @Sendable () -> Void = {
        var number = 0
        let reducer = Reduce<Int, Int> { _, _ in .none }.instrument(watcher)
        _ = reducer.reduce(into: &number, action: 7)
      }
      reduceAlone()
      let store = Store<Int, Int>(initialState: 0, configuration: scheduler.configuration()) {
        Reduce { _, _ in
          tasks.append(
            Task(executorPreference: scheduler) {
              for await _ in gate {}
              reduceAlone()
            }
          )
          return .none
        }
        .instrument(Watcher())
      }
      await store.send(1)
      opening.finish()
      for task in tasks.all { await task.value }
      // Both are reductions without a store.
      XCTAssertEqual(watcher.actions.count, 2)
      XCTAssertEqual(Set(watcher.actions.all.map(\.id.run)).count, 1)
    }
  }

  // S612
  func testWhatIsCapturedHoldsForEnqueuedActionsAndWhatBeginsLater() async throws {
    try await underSeeds { scheduler, clock in
      let seen = Collector<String>()
      let configuration = scheduler.configuration {
        $0.instruments = [Watcher(), TenantCapture(), Watcher()]
      }
      let store = numberStore(scheduler, configuration) { action in
        seen.append("\(action) for \(TenantCapture.tenant)")
        return .run { _ in
          try await clock.sleep(for: .seconds(1))
          seen.append("work of \(action) for \(TenantCapture.tenant)")
        }
        .limited(id: "one", to: 1)
      }
      try TenantCapture.$tenant.withValue("A") { try store.enqueue(1) }
      let task = await TenantCapture.$tenant.withValue("B") { await store.send(2) }
      let own = ActionContext { work in TenantCapture.$tenant.withValue("C") { work() } }
      try TenantCapture.$tenant.withValue("A") { try store.enqueue(3, context: own) }
      await scheduler.settle()
      await clock.run()
      await task.finish()
      XCTAssertEqual(
        seen.all,
        ["1 for A", "2 for B", "3 for C", "work of 1 for A", "work of 2 for B", "work of 3 for C"]
      )
    }
  }

  // S613
  func testEffectsThatTheStateDeclaresFollowFromTheActionThatChangedIt() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      let configuration = scheduler.configuration { $0.instruments = [watcher] }
      let store = Store<Int, Int>(initialState: 1, configuration: configuration) {
        Reduce { state, action in
          state = action
          return .none
        }
        .task(id: { $0 }) { id in .run(name: "declared") { _ in } }
      }
      await scheduler.settle()
      await store.send(2).finish()
      await scheduler.settle()
      XCTAssertEqual(watcher.effects.all.map { $0.cause?.action.number }, [nil, 1])
      XCTAssertEqual(watcher.effects.all.map(\.snapshot.isDeclared), [true, true])
    }
  }

  // S840
  func testAnEffectThatBeginsAgainAfterAFailureFollowsFromTheSameAction() async throws {
    try await underSeeds { scheduler, clock in
      let watcher = Watcher()
      var configuration = scheduler.configuration { $0.instruments = [watcher] }
      configuration.failurePolicy = .restart(
        .constant(.seconds(1), attempts: 9),
        atMost: 2,
        within: .seconds(60)
      )
      let store = Store<Int, Int>(
        initialState: 1,
        configuration: configuration,
        reducer: {
          Reduce { state, action in
            state = action
            return .none
          }
          .task(id: { $0 > 1 ? $0 : nil }) { _ in
            .run(name: "declared") { _ in
              try await clock.sleep(for: .seconds(1))
              throw Failure()
            }
          }
        },
        withDependencies: { $0.continuousClock = clock }
      )
      await store.send(0)
      await store.send(2)
      for _ in 1...4 {
        await scheduler.settle()
        await clock.advance(by: .seconds(1))
      }
      await scheduler.settle()
      let declared = watcher.effects.all.filter { $0.label == "declared" }
      XCTAssertEqual(declared.map { $0.cause?.action.number }, [2, 2, 2])
      await store.shutdown(within: .zero)
    }
  }

  // S614
  func testAReducersInstrumentSeesItsActionsAndTheWorkOfItsEffects() async throws {
    try await underSeeds { scheduler, clock in
      let (watcher, whole) = (Watcher(), Watcher())
      for instruments in [[], [whole]] as [[any Instrument]] {
        watcher.lines.clear()
        watcher.effects.clear()
        let configuration = scheduler.configuration { $0.instruments = instruments }
        let store = Store<Int, Int>(initialState: 1, configuration: configuration) {
          Reduce { state, action in
            state = action
            return action == 1 ? .run(name: "mine") { send in await send(5) } : .none
          }
          .task(id: { $0 }) { id in .run(name: "declared") { _ in } }
          .instrument(watcher)
          Reduce { _, action in .run(name: "other") { _ in } }
        }
        await scheduler.settle()
        await store.send(1).finish()
        await scheduler.settle()
        XCTAssertEqual(
          watcher.lines.all.filter { $0.hasPrefix("reduce ") },
          ["reduce 1", "reduce 5"]
        )
        XCTAssertEqual(watcher.effects.all.map(\.label).sorted(), ["declared", "declared", "mine"])
        let mine = watcher.effects.all.first { $0.label == "mine" }
        XCTAssertEqual(mine?.instrumentContext as? String, "/1")
        XCTAssertEqual(mine?.cause?.action, watcher.actions.all.suffix(2).first?.id)
        XCTAssertEqual(watcher.actions.all.last?.cause?.action, watcher.actions.all.suffix(2).first?.id)
      }
    }
  }

  // S615
  func testScopesAndDismissalsAreToldWithWhatTheyFollowFrom() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      var configuration = scheduler.configuration(for: Place.Action.self)
      configuration.instruments = [watcher]
      var state = Place.State()
      state.plain = Place.State()
      let store = Store(initialState: state, configuration: configuration) { Place() }
      let leave = Place.Action.effect { dismiss in .run(name: "leave") { _ in await dismiss() } }
      await store.send(.plain(leave)).finish()
      let isGone = await store.withState { $0.plain == nil }
      XCTAssertTrue(isGone)
      XCTAssertEqual(
        watcher.lines.all.filter { !$0.hasPrefix("reduce") },
        ["began /plain", "run leave", "dismiss /plain", "ended /plain", "cancelled leave of 1", "ran leave"]
      )
      XCTAssertEqual(watcher.dismissals.all.map { $0.cause?.action.number }, [1])
      XCTAssertEqual(watcher.dismissals.all.map(\.id.number), [2])
      XCTAssertEqual(watcher.effects.all.map { "\($0.snapshot.scopePath)" }, ["/plain"])
    }
  }

  // S615
  func testWhatADismissalBeginsHasTheContextThatItWasGiven() async throws {
    try await underSeeds { scheduler, _ in
      let (watcher, other) = (Watcher(), Watcher("other "))
      var configuration = scheduler.configuration(for: Place.Action.self)
      configuration.instruments = [watcher, other]
      var state = Place.State()
      state.plain = Place.State()
      let store = Store(initialState: state, configuration: configuration) {
        Place().task(id: { $0.plain == nil ? 1 : nil }) { _ in .run(name: "after") { _ in } }
      }
      let leave = Place.Action.effect { dismiss in .run(name: "leave") { _ in await dismiss() } }
      await store.send(.plain(leave)).finish()
      await scheduler.settle()
      for (instrument, name) in [(watcher, ""), (other, "other ")] {
        let (leaving, after) = (instrument.effects.all.first, instrument.effects.all.last)
        XCTAssertEqual([leaving?.label, after?.label], ["leave", "after"])
        let context = leaving?.instrumentContext as? String
        XCTAssertNotNil(context)
        XCTAssertEqual(instrument.dismissals.all.map { $0.instrumentContext as? String }, [context])
        XCTAssertEqual(after?.instrumentContext as? String, context.map { "\($0)/\(name)dismissed" })
        XCTAssertEqual(after?.cause?.action, instrument.dismissals.all.first?.id)
      }
    }
  }

  // S614
  func testTheInstrumentOfAChildSeesTheChildsActions() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      var state = Place.State()
      state.plain = Place.State()
      let store = Store(initialState: state, configuration: scheduler.configuration()) {
        EmptyReducer<Place.State, Place.Action>().ifLet(\.plain, action: \.plain) {
          Place().instrument(watcher)
        }
      }
      await store.send(.plain(.note("secret")))
      XCTAssertEqual(watcher.actions.all.map(\.label), ["Place.Action.note(…)"])
    }
  }
}

/// Carries the tenant to enqueued actions.
private struct TenantCapture: Instrument {
  @TaskLocal static var tenant = "nobody"

  func captureContext() -> ActionContext? {
    let tenant = Self.tenant
    return ActionContext { work in Self.$tenant.withValue(tenant) { work() } }
  }
}
