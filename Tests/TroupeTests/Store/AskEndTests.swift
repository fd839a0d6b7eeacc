import TroupeTesting
import XCTest

@testable import Troupe

/// What is left of ended requests, and deadlines that pass at once.
final class AskEndTests: TroupeTestCase {
  /// An answer that shows whether it is still kept.
  final class Token: Sendable {}

  struct Desk: Reducer {
    struct State {
      var kept: Reply<Token>?
      var handled = 0
    }

    enum Action {
      case answered(Reply<Token>)
      case kept(Reply<Token>)
      case answerKept
      case callerCancelled(Reply<Token>)
      case answeredUnlessShutDown(Reply<Token>)
      case refusedAfter(Duration, Reply<Token>)
    }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<State, Action> {
      Reduce { [clock] state, action in
        state.handled += 1
        switch action {
        case .answered(let reply): reply.answer(Token())
        case .kept(let reply): state.kept = reply
        case .answerKept:
          state.kept?.answer(Token())
          state.kept = nil
        case .callerCancelled(let reply):
          // The turn runs in the task that asks.
          withUnsafeCurrentTask { $0?.cancel() }
          state.kept = reply
          return .run { _ in try await Task.never() }
        case .answeredUnlessShutDown(let reply):
          return .run { _ in
            for await _ in AsyncStream<Never>.never {}
            try Task.checkCancellation()
            reply.answer(Token())
          }
          .onShutdown(.cancel)
        case .refusedAfter(let duration, let reply):
          return .run { _ in
            try await clock.sleep(for: duration)
            reply.fail(StoreError(.tooManyWaiting, wasReduced: false))
          }
        }
        return .none
      }
    }
  }

  struct Room: Reducer {
    struct State { var desk: Desk.State? = Desk.State() }
    @CasePathable enum Action { case desk(Desk.Action) }

    var body: some Reducer<State, Action> {
      Reduce { _, _ in .none }
        .ifLet(\.desk, action: \.desk) { Desk() }
    }
  }

  // S695
  func testAScopedStoreKeepsNoAnswer() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Room.State(), configuration: scheduler.configuration()) { Room() }
      let scoped = await store.scope(state: \.desk, action: \.desk)
      let desk = try XCTUnwrap(scoped)
      let asked = Task(executorPreference: scheduler) {
        Weak(try await desk.ask { .kept($0) })
      }
      await scheduler.settle()
      await desk.send(.answerKept)
      let token = try await asked.value
      await scheduler.settle()
      XCTAssertNil(token.value)
      let count = await desk.handled
      XCTAssertEqual(count, 2)
    }
  }

  // S696
  func testARequestThatIsCancelledInTheTurnOfItsActionCancelsItsEffect() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Desk.State(), configuration: scheduler.configuration()) { Desk() }
      let asked = Task(executorPreference: scheduler) { try await store.ask { .callerCancelled($0) } }
      switch await asked.result {
      case .success: XCTFail("It was answered.")
      case .failure(let error): XCTAssertTrue(error is CancellationError, "\(error)")
      }
      await scheduler.settle()
      let running = await store.runningEffects
      XCTAssertEqual(running.count, 0)
      await store.assertNoRequestIsLeft()
    }
  }

  // S695
  func testAReplyThatGoesInAShutdownFailsTheRequestWithTheEndOfTheStore() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(
        initialState: Desk.State(),
        configuration: scheduler.configuration(),
        reducer: { Desk() },
        withDependencies: { $0.continuousClock = clock }
      )
      let unanswered = Task(executorPreference: scheduler) {
        try await store.ask { .answeredUnlessShutDown($0) }
      }
      let refused = Task(executorPreference: scheduler) {
        try await store.ask { .refusedAfter(.seconds(1), $0) }
      }
      await scheduler.settle()
      XCTAssertFalse(ReplyRegistry.existByHand, "A store has made them.")
      async let report = store.shutdown(within: .seconds(10), clock: clock)
      await scheduler.settle()
      switch await unanswered.result {
      case .success: XCTFail("It was answered.")
      case .failure(let error):
        XCTAssertEqual(error as? StoreError, StoreError(.shutDown, wasReduced: true))
      }
      await clock.advance(by: .seconds(1))
      switch await refused.result {
      case .success: XCTFail("It was answered.")
      case .failure(let error):
        XCTAssertEqual(error as? StoreError, StoreError(.tooManyWaiting, wasReduced: false))
      }
      _ = await report
    }
  }

  // S694
  func testWhatWasEnqueuedBeforeARequestIsReducedBeforeIt() async throws {
    try await underSeeds(50) { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Reply<Int>?.self)) {
        Reduce { state, reply in
          state += 1
          reply?.answer(state)
          return .none
        }
      }
      try store.enqueue(nil)
      let count = try await store.ask { $0 }
      XCTAssertEqual(count, 2)
    }
  }

  // S696: the deadline passes before the action's turn, or in it, or after it.
  func testADeadlineThatIsOverAtOnceSaysWhetherTheActionWasReduced() async throws {
    let outcomes = Collector<Bool>()
    try await underSeeds(50) { scheduler, _ in
      let store = Store(
        initialState: Desk.State(),
        configuration: scheduler.configuration(),
        reducer: { Desk() },
        withDependencies: { $0.continuousClock = ImmediateClock() }
      )
      do {
        _ = try await store.ask(within: .seconds(1)) { .kept($0) }
        XCTFail("It was answered.")
      } catch let error as StoreError {
        XCTAssertEqual(error.code, .deadlineExceeded)
        await scheduler.settle()
        let handled = await store.handled
        XCTAssertEqual(error.wasReduced, handled == 1)
        outcomes.append(error.wasReduced)
      }
    }
    XCTAssertEqual(Set(outcomes.all), [false, true])
  }
}
