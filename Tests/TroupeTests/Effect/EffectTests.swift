import Troupe
import TroupeTesting
import XCTest

final class EffectTests: TroupeTestCase {
  private struct Failure: Error {}

  // S115, S116
  func testMergeRunsTogetherAndConcatenateInOrder() async throws {
    @Sendable func delayed(_ number: Int, _ clock: TestClock) -> Effect<Int> {
      .run { send in
        try await clock.sleep(for: .seconds(number))
        await send(number)
      }
    }
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 10: .merge((1...3).map { delayed($0, clock) })
        case 20: .concatenate((1...3).map { delayed($0, clock) })
        default: .none
        }
      }
      await store.send(10)
      for second in 1...3 {
        await clock.advance(by: .seconds(1))
        let state = await store.state
        XCTAssertEqual(state, [10] + Array(1...second))
      }
      await store.send(20)
      let expected = [[1], [1], [1, 2], [1, 2], [1, 2], [1, 2, 3]]
      for second in 0..<6 {
        await clock.advance(by: .seconds(1))
        let state = await store.state
        XCTAssertEqual(Array(state.dropFirst(5)), expected[second], "second \(second + 1)")
      }
    }
  }

  // S118, S119
  func testNoneDisappears() async throws {
    let effects: [Effect<Int>] = [
      .merge(.none, .none), .concatenate(.none, .none), .merge(), .concatenate(),
      Effect.none.merge(with: .none), Effect.none.concatenate(with: .none), .none.cancellable(id: 1),
      .none.map { $0 }, .none.limited(id: 1, to: 1),
    ]
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler) { action in
        effects.indices.contains(action) ? effects[action] : .none
      }
      for action in effects.indices {
        let task = await store.send(action)
        XCTAssertTrue(task.isCancelled, "\(action) had an effect")
      }
    }
  }

  // S114, D6
  func testAnEffectThatIsNotReturnedDoesNothing() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        guard action == 1 else { return .run { _ in try await waitForCancellation() }.cancellable(id: "id") }
        _ = Effect<Int>.cancel(id: "id")
        _ = Effect<Int>.send(2)
        _ = Effect<Int>.run { _ in XCTFail("The work began.") }
        return .none
      }
      await store.send(0)
      await store.send(1).finish()
      await scheduler.settle()
      let (state, running) = (await store.state, await store.runningEffects)
      XCTAssertEqual(state, [0, 1])
      XCTAssertEqual(running.map(\.isCancelled), [false])
      await store.shutdown(within: .zero)
    }
  }

  // S117
  func testASingleMemberIsTheWhole() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        let one = Effect<Int>.run(name: "one") { send in
          await send(10)
          try await waitForCancellation()
        }
        return switch action {
        case 0: .concatenate(one)
        case 1: .merge(one)
        case 2: .concatenate(.none, .merge(.none, one))
        default: .none
        }
      }
      for action in 0..<3 {
        let task = await store.send(action)
        await scheduler.settle()
        let (state, running) = (await store.state, await store.runningEffects)
        XCTAssertEqual(state.suffix(2), [action, 10])
        XCTAssertEqual(running.map(\.name), ["one"])
        task.cancel()
        await task.finish()
      }
    }
  }

  // S122
  func testMapChangesWhatIsSentByWorkActionsAndHandlers() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        let inner = Effect<String>.merge(
          .send("1"),
          .run { send in await send("2") },
          .run { _ in
            throw Failure()
          } catch: { _, send in
            await send("3")
          },
          .concatenate(.send("4"), .run { send in await send("5") })
        )
        return inner.map { Int($0) ?? -1 }
      }
      await store.send(0).finish()
      let state = await store.state
      XCTAssertEqual(Set(state), Set(0...5))
      XCTAssertEqual(Array(state.prefix(3)), [0, 1, 4])
    }
  }

  // S111
  func testAStreamSendsAnActionPerElementAndEndsWithTheSequence() async throws {
    try await underSeeds { scheduler, _ in
      let numbers = AsyncStream<Int> { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      let store = numberStore(scheduler) { $0 == 0 ? .stream(numbers, transform: { $0 }) : .none }
      await store.send(0).finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 3])
    }
  }

  func testACancelledStreamEndsAlsoWhenItsSequenceIsDeaf() async throws {
    struct Deaf: AsyncSequence, AsyncIteratorProtocol, Sendable {
      func makeAsyncIterator() -> Deaf { self }
      mutating func next() async -> Int? {
        await Task.yield()
        return 1
      }
    }
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { $0 == 0 ? .stream(Deaf(), transform: { $0 }) : .none }
      let task = await store.send(0)
      task.cancel()
      await task.finish()
    }
  }

  // S109
  func testTheTaskHasThePriorityAndTheName() async throws {
    let names = Collector<String?>()
    let priorities = Collector<TaskPriority>()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run(name: "fetch", priority: .low) { _ in
          names.append(Task.name)
          priorities.append(Task.currentPriority)
        }
      }
    }
    // No task with a higher priority waits for the task.
    await withCheckedContinuation { continuation in
      Task(priority: .low) {
        await store.send(0).finish()
        continuation.resume()
      }
    }
    XCTAssertEqual(names.all, ["fetch"])
    XCTAssertEqual(priorities.all, [.low])
  }

  // S123
  func testASendReturnsWhenAllThatItCausedSynchronouslyIsReduced() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0:
          .run { send in
            await send(10)
            await send(20)
          }
        case 10: .concatenate(.send(11), .send(12))
        case 20: .concatenate(.send(21), .send(22))
        default: .none
        }
      }
      await store.send(0).finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 10, 11, 12, 20, 21, 22])
    }
  }

  // D14
  func testAnErrorGoesToItsHandler() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return .run { _ in
          throw Failure()
        } catch: { error, send in
          XCTAssertTrue(error is Failure)
          await send(1)
        }
      }
      await store.send(0).finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  // D14
  func testAnErrorThatNobodyCatchesIsAnIssueAtTheEffect() async throws {
    let collector = IssueCollector()
    let line: UInt = #line + 5
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = numberStore(scheduler) { action in
          action == 0 ? .run(name: "loading") { _ in throw Failure() } : .none
        }
        await store.send(0).finish()
      }
    }
    let issue = try XCTUnwrap(collector.all.first)
    XCTAssertEqual(collector.all.count, 1)
    XCTAssertEqual(issue.location.line, line)
    XCTAssertTrue(issue.message.contains("\"loading\""), issue.message)
    XCTAssertTrue(issue.message.contains("Failure()"), issue.message)
    XCTAssertTrue(issue.message.contains("started by 0"), issue.message)
  }

  // D14: the action belongs to the store, wherever the effect is in the tree of features.
  func testAFailureInAChildSendsTheActionOfThePolicy() async throws {
    try await underSeeds { scheduler, _ in
      var state = Place.State()
      state.sheet = Place.State(id: 1)
      var configuration: StoreConfiguration<Place.Action> = scheduler.configuration()
      configuration.failurePolicy = .send { _ in .note("failed") }
      let store = Store(initialState: state, configuration: configuration) { Place() }
      await store.send(.sheet(.presented(.run { _, _ in throw Failure() }))).finish()
      let logs = await store.withState { [$0.log, $0.sheet?.log] }
      XCTAssertEqual(logs, [["failed"], []])
    }
  }

  // D14
  func testAnErrorCanBecomeAnAction() async throws {
    try await underSeeds { scheduler, _ in
      let configuration = scheduler.configuration { $0.failurePolicy = .send { _ in 99 } }
      let store = numberStore(scheduler, configuration) { action in
        action == 0 ? .run { _ in throw Failure() } : .none
      }
      await store.send(0).finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 99])
    }
  }

  // D14
  func testAnErrorCanCancelTheScope() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler, scheduler.configuration { $0.failurePolicy = .cancelScope }) {
        action in
        switch action {
        case 0: .run { _ in try await clock.sleep(for: .seconds(1)) }
        case 1: .run { _ in throw Failure() }
        default: .none
        }
      }
      let task = await store.send(0)
      await store.send(1).finish()
      await task.finish()
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S104, S105, D14
  func testErrorsAfterACancellationAreIgnored() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0:
          .run { _ in
            try? await clock.sleep(for: .seconds(1))
            throw Failure()
          } catch: { _, send in
            XCTFail("The handler was called.")
            await send(-1)
          }
          .cancellable(id: "id")
        case 1:
          .run { _ in
            await Task.cancel(id: "own")
            try Task.checkCancellation()
          } catch: { _, _ in
            XCTFail("The handler was called.")
          }
          .cancellable(id: "own")
        case 2: .cancel(id: "id")
        case 3: .run { _ in throw CancellationError() }
        default: .none
        }
      }
      let first = await store.send(0)
      await store.send(1).finish()
      await store.send(3).finish()
      await scheduler.settle()
      await store.send(2)
      await first.finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 3, 2])
    }
  }

  // D8, S107
  func testASendThatEscapedItsEffectIsReportedAndDropped() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      let clock = TestClock(scheduler: scheduler)
      try await scheduler.run {
        let store = numberStore(scheduler) { action in
          guard action == 0 else { return .none }
          return .run(name: "leaky") { send in
            Task(executorPreference: scheduler) {
              try await clock.sleep(for: .seconds(1))
              await send(42)
            }
          }
        }
        await store.send(0).finish()
        await clock.advance(by: .seconds(1))
        let state = await store.state
        XCTAssertEqual(state, [0])
        let dropped = await store.statistics.droppedActionCount
        XCTAssertEqual(dropped, 1)
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages[0].contains("already ended"), collector.messages[0])
    XCTAssertTrue(collector.messages[0].contains("\"leaky\""))
    XCTAssertTrue(collector.messages[0].contains("42"))
  }

  // D8, S108, S235: after a cancellation it is dropped silently.
  func testWhatACancelledEffectSendsIsDroppedSilently() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0:
          .run { send in
            try? await clock.sleep(for: .seconds(1))
            await send(42)
            // Also from a task that wasn't cancelled itself.
            await Task(executorPreference: scheduler) { await send(43) }.value
          }
          .cancellable(id: "id")
        case 1: .cancel(id: "id")
        default: .none
        }
      }
      let task = await store.send(0)
      await scheduler.settle()
      await store.send(1)
      await task.finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
      let dropped = await store.statistics.droppedActionCount
      XCTAssertEqual(dropped, 2)
    }
  }

  // The caller's task-locals follow the cause.
  func testEffectsInheritTheTaskLocalsOfTheSender() async throws {
    try await underSeeds { scheduler, _ in
      let seen = Collector<String>()
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: .concatenate(.run { _ in seen.append(Trace.id) }, .run { await $0(1) })
        case 1: .run { _ in seen.append(Trace.id) }
        default: .none
        }
      }
      await Trace.$id.withValue("request") { await store.send(0).finish() }
      await store.send(1).finish()
      XCTAssertEqual(seen.all, ["request", "request", "none"])
    }
  }
}

private enum Trace {
  @TaskLocal static var id = "none"
}
