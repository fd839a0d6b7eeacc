import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Requests that wait for the answer of an action.
final class AskTests: TroupeTestCase {
  struct Failure: Error, Equatable {}

  /// A store with an instrument remembers more.
  private struct Idle: Instrument {}

  struct Desk: Reducer {
    struct State {
      var kept: [Reply<Int>] = []
      var handled = 0
    }

    enum Action: Sendable {
      case answered(Int, Reply<Int>)
      case answeredAfter(Duration, Int, Reply<Int>)
      case handedOnAfter(Duration, Int, Reply<Int>)
      case returned(Int, Reply<Int>)
      case kept(Reply<Int>)
      case answerAll(Int)
      case dropAll
      case ignored(Reply<Int>)
      case failed(Reply<Int>)
      case failedAfter(Duration, Reply<Int>)
      case refused(Reply<Int>)
      case keptAndLasting(Duration, Reply<Int>)
      case answeredAndCancelled(Task<Int, any Error>)
    }

    let clock: TestClock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        state.handled += 1
        switch action {
        case .answered(let value, let reply):
          reply.answer(value)
          return .none
        case .answeredAfter(let duration, let value, let reply):
          return .run { _ in
            try await clock.sleep(for: duration)
            reply.answer(value)
          }
        case .handedOnAfter(let duration, let value, let reply):
          return .run { send in
            try await clock.sleep(for: duration)
            await send(.answered(value, reply))
          }
        case .returned(let value, let reply):
          return .send(.answered(value, reply))
        case .kept(let reply):
          state.kept.append(reply)
          return .none
        case .answerAll(let value):
          for reply in state.kept { reply.answer(value) }
          state.kept = []
          return .none
        case .dropAll:
          state.kept = []
          return .none
        case .ignored:
          // The effect outlasts the request, and knows nothing of it but its cause.
          return .run { _ in try await clock.sleep(for: .seconds(1000)) }
        case .failed(let reply):
          return .run { _ in if reply == reply { throw Failure() } }
        case .failedAfter(let duration, let reply):
          return .run { _ in
            try await clock.sleep(for: duration)
            throw Failure()
          } catch: { error, _ in
            reply.fail(error)
          }
        case .refused(let reply):
          reply.fail(Failure())
          return .none
        case .keptAndLasting(let duration, let reply):
          state.kept.append(reply)
          return .run { _ in try await clock.sleep(for: duration) }
        case .answeredAndCancelled(let caller):
          for reply in state.kept { reply.answer(1) }
          state.kept = []
          caller.cancel()
          return .none
        }
      }
    }
  }

  struct Parent: Reducer {
    struct State { var desk = Desk.State() }
    @CasePathable enum Action { case desk(Desk.Action) }

    let clock: TestClock

    var body: some Reducer<State, Action> {
      Scope(state: \.desk, action: \.desk) { Desk(clock: clock) }
    }
  }

  struct Room: Reducer {
    struct State { var desk: Desk.State? = Desk.State() }
    @CasePathable enum Action { case desk(Desk.Action), closed }

    let clock: TestClock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .closed = action { state.desk = nil }
        return .none
      }
      .ifLet(\.desk, action: \.desk) { Desk(clock: clock) }
    }
  }

  private static func desk(
    _ scheduler: Scheduler,
    _ clock: TestClock,
    _ change: (inout StoreConfiguration<Desk.Action>) -> Void = { _ in }
  ) -> StoreOf<Desk> {
    var configuration = scheduler.configuration(for: Desk.Action.self)
    change(&configuration)
    return Store(initialState: Desk.State(), configuration: configuration) {
      Desk(clock: clock)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private static func error<Value>(of operation: () async throws -> Value) async -> (any Error)? {
    do {
      _ = try await operation()
      return nil
    } catch {
      return error
    }
  }

  // S694
  func testAReducerAnswersInTheTurnOfTheActionOrInALaterOne() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let atOnce = try await store.ask { .answered(1, $0) }
      XCTAssertEqual(atOnce, 1)
      let returned = try await store.ask { .returned(2, $0) }
      XCTAssertEqual(returned, 2)
      let kept = (0..<3).map { _ in
        Task(executorPreference: scheduler) { try await store.ask { .kept($0) } }
      }
      await scheduler.settle()
      await store.send(.answerAll(3))
      for task in kept {
        let value = try await task.value
        XCTAssertEqual(value, 3)
      }
      await store.assertNoRequestIsLeft()
    }
  }

  // S694
  func testAnEffectAnswers() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      async let first = store.ask { .answeredAfter(.seconds(2), 1, $0) }
      async let second = store.ask { .handedOnAfter(.seconds(1), 2, $0) }
      await clock.run()
      let values = try await [first, second]
      XCTAssertEqual(values, [1, 2])
      await store.assertNoRequestIsLeft()
    }
  }

  // S694
  func testAScopedStoreIsAsked() async throws {
    try await underSeeds(3) { scheduler, clock in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
        Parent(clock: clock)
      }
      let desk = await store.scope(state: \.desk, action: \.desk)
      let value = try await desk.ask { .answered(1, $0) }
      XCTAssertEqual(value, 1)
    }
  }

  // S695, S697
  func testARequestFailsWhenItsLastReplyGoes() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock) {
        if scheduler.seed.isMultiple(of: 2) { $0.instruments = [Idle()] }
      }
      // Its events, and the cause and the snapshots of its effect, keep the action.
      let events = store.events()
      let ignored = await Self.error { try await store.ask { .ignored($0) } }
      XCTAssertEqual(ignored as? StoreError, StoreError(.unanswered, wasReduced: true))
      let snapshots = await store.runningEffects
      XCTAssertEqual(snapshots.count, 1)
      XCTAssertTrue("\(snapshots[0])".contains("ignored"), "\(snapshots)")
      let kept = Task(executorPreference: scheduler) { try await store.ask { .kept($0) } }
      await scheduler.settle()
      await store.send(.dropAll)
      let error = await Self.error { try await kept.value }
      XCTAssertEqual((error as? StoreError)?.code, .unanswered)
      await store.assertNoRequestIsLeft()
      async let report = store.shutdown(within: .zero, clock: clock)
      await clock.run()
      _ = await report
      var texts: [String] = []
      for await event in events { texts.append(event.description) }
      XCTAssertTrue(
        texts.contains { $0.contains("action received: ") && $0.contains("kept") },
        "\(texts)"
      )
    }
  }

  // S694
  func testTheActionOfARequestIsMadeOnce() async throws {
    try await underSeeds { scheduler, clock in
      // With and without events, and with an effect, whose cause the store keeps.
      for isTraced in [false, true] {
        let store = Self.desk(scheduler, clock) { if isTraced { $0.instruments = [Idle()] } }
        let events = isTraced ? store.events() : nil
        let made = Locked(0)
        let error = await Self.error {
          try await store.ask { reply in
            made.withLock { $0 += 1 }
            return .ignored(reply)
          }
        }
        XCTAssertEqual((error as? StoreError)?.code, .unanswered)
        XCTAssertEqual(made.withLock { $0 }, 1)
        async let report = store.shutdown(within: .zero, clock: clock)
        await clock.run()
        _ = await report
        _ = events
      }
    }
  }

  // S695
  func testARequestFailsWhenTheStateOfItsScopedStoreGoes() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Room.State(), configuration: scheduler.configuration()) {
        Room(clock: clock)
      }
      let scoped = await store.scope(state: \.desk, action: \.desk)
      let desk = try XCTUnwrap(scoped)
      let asked = Task(executorPreference: scheduler) { try await desk.ask { .kept($0) } }
      await scheduler.settle()
      // The last state that a scoped store has read is shown when its state is gone, so it keeps the reply
      // alive.
      let count = await desk.kept.count
      XCTAssertEqual(count, 1)
      await store.send(.closed)
      let error = await Self.error { try await asked.value }
      XCTAssertEqual(error as? StoreError, StoreError(.stateGone, wasReduced: true))
      await store.assertNoRequestIsLeft()
    }
  }

  // S696
  func testARequestThatIsAnsweredFirstCancelsNothing() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      await store.send(.ignored(Reply<Int>.makeReply().reply))
      let asked = Task(executorPreference: scheduler) {
        try await store.ask { .keptAndLasting(.seconds(1), $0) }
      }
      await scheduler.settle()
      // The answer is there, and the caller hasn't resumed.
      await store.send(.answeredAndCancelled(asked))
      let value = try await asked.value
      XCTAssertEqual(value, 1)
      await scheduler.settle()
      let running = await store.runningEffects.count
      XCTAssertEqual(running, 2)
      async let report = store.shutdown(within: .zero, clock: clock)
      await clock.run()
      _ = await report
    }
  }

  // S697
  func testNothingBehindAReferenceIsRead() async throws {
    final class Guarded: Sendable, CustomReflectable {
      var customMirror: Mirror {
        XCTFail("It was read.")
        return Mirror(self, children: [])
      }
    }
    struct Carrier: Sendable {
      let guarded = Guarded()
      let reply: Reply<Int>
    }
    let plain: [Any] = [
      1, [1, 2, 3], "a", ["a": 1], Optional.some([1]) as Any, (1, "a"), Result<Int, Failure>.success(1),
    ]
    for value in plain { XCTAssertTrue(ReplyRegistry.areMissing(in: value), "\(value)") }
    let opaque: [Any] = [
      Guarded(), [Guarded()], Optional.some(Guarded()) as Any, {}, Array(repeating: [""], count: 100),
    ]
    for value in opaque { XCTAssertFalse(ReplyRegistry.areMissing(in: value)) }
    try await underSeeds(1) { scheduler, clock in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Carrier.self)) {
        Reduce { _, _ in .run { _ in try await clock.sleep(for: .seconds(1000)) } }
      }
      let error = await Self.error { try await store.ask { Carrier(reply: $0) } }
      XCTAssertEqual((error as? StoreError)?.code, .unanswered)
      let (reply, answer) = Reply<Int>.makeReply()
      func send(_ carrier: consuming Carrier) async { await store.send(carrier) }
      await send(Carrier(reply: reply))
      _ = answer
    }
  }

  // S697
  func testStoresThatAreNotAskedRememberTheirActions() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let asked = Task(executorPreference: scheduler) { try await store.ask { .kept($0) } }
      await scheduler.settle()
      let other = Store(initialState: 0, configuration: scheduler.configuration(for: [Int].self)) {
        Reduce { _, _ in .run { _ in try await clock.sleep(for: .seconds(1000)) } }
      }
      let large = Array(0..<1_000)
      await other.send(large)
      let cause = await other.runningEffects.first?.causingAction.base as? [Int]
      XCTAssertEqual(cause, large)
      await store.send(.answerAll(1))
      _ = try await asked.value
    }
  }

  // S695
  func testACancelledEffectThatKeptTheReplyFailsTheRequest() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let asked = Task(executorPreference: scheduler) {
        try await store.ask { .answeredAfter(.seconds(1), 1, $0) }
      }
      await scheduler.settle()
      await store.cancelEffects()
      let error = await Self.error { try await asked.value }
      XCTAssertEqual((error as? StoreError)?.code, .unanswered)
    }
  }

  // S695
  func testAnErrorOfAnEffectFailsTheRequest() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock) { $0.failurePolicy = .cancelScope }
      for _ in 0..<2 {
        let error = await Self.error { try await store.ask { .failed($0) } }
        XCTAssertEqual(error as? Failure, Failure(), "\(error as Any)")
      }
      async let handled = Self.error { try await store.ask { .failedAfter(.seconds(1), $0) } }
      await clock.run()
      let error = await handled
      XCTAssertEqual(error as? Failure, Failure())
      let refused = await Self.error { try await store.ask { .refused($0) } }
      XCTAssertEqual(refused as? Failure, Failure())
    }
  }

  // S695
  func testTheEndOfTheStoreFailsTheRequest() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let kept = Task(executorPreference: scheduler) { try await store.ask { .kept($0) } }
      let finished = Task(executorPreference: scheduler) {
        try await store.ask { .answeredAfter(.seconds(1), 1, $0) }
      }
      await scheduler.settle()
      async let report = store.shutdown(within: .seconds(10), clock: clock)
      await clock.run()
      let value = try await finished.value
      XCTAssertEqual(value, 1)
      let error = await Self.error { try await kept.value }
      XCTAssertEqual(error as? StoreError, StoreError(.shutDown, wasReduced: true))
      let isComplete = await report.isComplete
      XCTAssertTrue(isComplete)
      let late = await Self.error { try await store.ask { .answered(1, $0) } }
      XCTAssertEqual(late as? StoreError, StoreError(.shutDown))
    }
  }

  // S696
  func testACancelledRequestCancelsWhatItCaused() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let other = Task(executorPreference: scheduler) {
        try await store.ask { .answeredAfter(.seconds(2), 2, $0) }
      }
      let asked = Task(executorPreference: scheduler) {
        try await store.ask { .handedOnAfter(.seconds(1), 1, $0) }
      }
      await scheduler.settle()
      asked.cancel()
      let error = await Self.error { try await asked.value }
      XCTAssertTrue(error is CancellationError, "\(error as Any)")
      await scheduler.settle()
      let running = await store.statistics.runningEffectCount
      XCTAssertEqual(running, 1)
      await clock.run()
      let value = try await other.value
      XCTAssertEqual(value, 2)
      // A request that is abandoned before its action is reduced does nothing.
      let before = await store.handled
      let early = Task(executorPreference: scheduler) {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.ask { .answered(1, $0) }
      }
      let earlyError = await Self.error { try await early.value }
      XCTAssertTrue(earlyError is CancellationError)
      let after = await store.handled
      XCTAssertEqual(before, after)
      await store.assertNoRequestIsLeft()
    }
  }

  // S696
  func testADeadlineEndsTheRequestAndCancelsWhatItCaused() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      async let slow = Self.error {
        try await store.ask(within: .seconds(1)) { .handedOnAfter(.seconds(2), 1, $0) }
      }
      async let quick = store.ask(within: .seconds(3)) { .handedOnAfter(.seconds(2), 2, $0) }
      await clock.advance(by: .seconds(1))
      let error = await slow
      XCTAssertEqual(error as? StoreError, StoreError(.deadlineExceeded, wasReduced: true))
      await scheduler.settle()
      let running = await store.statistics.runningEffectCount
      XCTAssertEqual(running, 1)
      await clock.run()
      let value = try await quick
      XCTAssertEqual(value, 2)
      // No time is left before the action is reduced.
      let before = await store.handled
      for duration in [Duration.zero, .seconds(-1)] {
        let late = await Self.error { try await store.ask(within: duration) { .answered(3, $0) } }
        XCTAssertEqual(late as? StoreError, StoreError(.deadlineExceeded, wasReduced: false))
      }
      let after = await store.handled
      XCTAssertEqual(before, after)
      // No sleep is left for a request that was answered.
      let handled = try await store.ask(within: .seconds(1)) { .answered(3, $0) }
      XCTAssertEqual(handled, 3)
      await store.assertNoRequestIsLeft()
    }
  }

  // S698
  func testASecondAnswerIsAnIssueUnlessNobodyWaits() async throws {
    try await underSeeds(1) { scheduler, clock in
      let (reply, answer) = Reply<Int>.makeReply()
      XCTAssertNil(answer.result)
      reply.answer(1)
      try await expectingIssues {
        reply.answer(2)
      } _: {
        $0.contains("answered twice: Reply<Int>(")
      }
      let first = try await answer.value
      XCTAssertEqual(first, 1)

      let store = Self.desk(scheduler, clock)
      let asked = Task(executorPreference: scheduler) { try await store.ask { .kept($0) } }
      await scheduler.settle()
      asked.cancel()
      _ = await asked.result
      // The answer is too late, which isn't a mistake.
      await store.send(.answerAll(1))
      let isEmpty = await store.kept.isEmpty
      XCTAssertTrue(isEmpty)
    }
  }

  // S698
  func testADecodedReplyAnswersNobody() async throws {
    let (reply, answer) = Reply<Int>.makeReply()
    let data = try JSONEncoder().encode([reply])
    let decoded = try XCTUnwrap(JSONDecoder().decode([Reply<Int>].self, from: data).first)
    XCTAssertEqual("\(decoded)", "\(reply)")
    XCTAssertNotEqual(decoded, reply)
    decoded.answer(1)
    decoded.answer(2)
    XCTAssertNil(answer.result)
    reply.answer(3)
    XCTAssertEqual(try answer.result?.get(), 3)
    let copy = reply
    XCTAssertEqual(copy, reply)
    XCTAssertEqual(Set([copy, reply]).count, 1)
  }

  // S698
  func testAnAnswerOutsideOfAStore() async throws {
    try await underSeeds { scheduler, _ in
      let (reply, answer) = Reply<Void>.makeReply()
      let waiting = Task(executorPreference: scheduler) { try await answer.value }
      await scheduler.settle()
      reply.answer()
      try await waiting.value
      func unanswered() -> Answer<Int> { Reply<Int>.makeReply().answer }
      XCTAssertThrowsError(try unanswered().result?.get()) { error in
        XCTAssertEqual((error as? StoreError)?.code, .unanswered)
      }
    }
  }

  // S680
  func testTooManyWaitingAreRefused() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let kept = (0..<3).map { _ in
        Task(executorPreference: scheduler) { try await store.ask(maxWaiting: 3) { .kept($0) } }
      }
      await scheduler.settle()
      let refused = await Self.error { try await store.ask(maxWaiting: 3) { .answered(1, $0) } }
      XCTAssertEqual(refused as? StoreError, StoreError(.tooManyWaiting, wasReduced: false))
      do throws(StoreError) {
        try await store.trySend(.dropAll, maxWaiting: 3)
        XCTFail("It was sent.")
      } catch {
        XCTAssertEqual(error, StoreError(.tooManyWaiting, wasReduced: false))
      }
      let handled = await store.handled
      XCTAssertEqual(handled, 3)
      try await store.trySend(.answerAll(1), maxWaiting: 4)
      for task in kept { _ = try await task.value }
      let value = try await store.ask(maxWaiting: 1) { .answered(2, $0) }
      XCTAssertEqual(value, 2)
      await store.shutdown(within: .zero, clock: clock)
      do throws(StoreError) {
        try await store.trySend(.dropAll, maxWaiting: 1)
        XCTFail("It was sent.")
      } catch {
        XCTAssertEqual(error, StoreError(.shutDown))
      }
    }
  }

  // S681, S852
  func testAWaitHasADeadline() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.desk(scheduler, clock)
      let task = await store.send(.answeredAfter(.seconds(3), 1, Reply<Int>.makeReply().reply))
      async let finished = Self.error { try await task.finish(within: .seconds(1)) }
      async let state = Self.error { try await store.wait(within: .seconds(1), until: { $0.handled > 5 }) }
      async let part = Self.error {
        try await store.wait(for: \.handled, within: .seconds(1), until: { $0 > 5 })
      }
      await clock.advance(by: .seconds(1))
      let ends = await [finished, state, part].map { $0 as? StoreError }
      XCTAssertEqual(ends.map { $0?.code }, Array(repeating: .deadlineExceeded, count: 3))
      XCTAssertEqual(ends.map { $0?.wasReduced }, [true, false, false])
      XCTAssertTrue(task.isCancelled)
      await scheduler.settle()
      let running = await store.statistics.runningEffectCount
      XCTAssertEqual(running, 0)
      // In time.
      let other = await store.send(.answeredAfter(.seconds(1), 1, Reply<Int>.makeReply().reply))
      async let inTime: Void = other.finish(within: .seconds(2))
      async let found: Int = store.wait(within: .seconds(2), until: { $0.handled > 2 ? $0.handled : nil })
      await clock.advance(by: .milliseconds(500))
      await store.send(.dropAll)
      await clock.advance(by: .seconds(1))
      try await inTime
      let value = try await found
      XCTAssertEqual(value, 3)
      XCTAssertFalse(other.isCancelled)
      let hasWaiters = await store.hasWaiters
      XCTAssertFalse(hasWaiters)
    }
  }

  // S681
  func testADeadlineDoesNotWaitForWorkThatIgnoresItsCancellation() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate()
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { _, _ in .run { _ in await gate.wait() } }
      } withDependencies: {
        $0.continuousClock = clock
      }
      let task = await store.send(0)
      let waiting = Task(executorPreference: scheduler) { try await task.finish(within: .seconds(1)) }
      await scheduler.settle()
      waiting.cancel()
      let error = await Self.error { try await waiting.value }
      XCTAssertTrue(error is CancellationError)
      XCTAssertTrue(task.isCancelled)
      gate.open()
      await task.finish()
    }
  }

  // S682
  func testWhoWaitsRaisesThePriorityOfWhatHeWaitsFor() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    try await underSeeds { scheduler, clock in
      let (gate, priorities) = (Gate(), Collector<TaskPriority>())
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return .concatenate(
          .run(priority: .low) { _ in
            await gate.wait()
            priorities.append(Task.currentPriority)
          },
          .run { _ in priorities.append(Task.currentPriority) }
        )
      }
      // From the start of the wait on.
      let task = await Task(executorPreference: scheduler, priority: .low) { await store.send(0) }.value
      async let end: Void = Task(executorPreference: scheduler, priority: .high) { await task.finish() }.value
      await scheduler.settle()
      gate.letPass()
      await end
      XCTAssertEqual(priorities.all, [.high, .high])
      // When it rises.
      priorities.clear()
      let other = await Task(executorPreference: scheduler, priority: .low) { await store.send(0) }.value
      let waiting = Task(executorPreference: scheduler, priority: .low) { try await other.result() }
      await scheduler.settle()
      waiting.escalatePriority(to: .high)
      await scheduler.settle()
      gate.letPass()
      try await waiting.value
      XCTAssertEqual(priorities.all, [.high, .high])
      // Nobody waits.
      priorities.clear()
      let alone = await Task(executorPreference: scheduler, priority: .low) { await store.send(0) }.value
      await scheduler.settle()
      gate.letPass()
      await scheduler.settle()
      XCTAssertEqual(priorities.all, [.low, .low])
      XCTAssertTrue(alone.isOver)
    }
  }

  // S682
  func testARequestRaisesThePriorityOfItsEffect() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    try await underSeeds { scheduler, _ in
      let gate = Gate()
      let store = Store(
        initialState: 0,
        configuration: scheduler.configuration(for: Reply<TaskPriority>.self)
      ) {
        Reduce { _, reply in
          .run { _ in
            await gate.wait()
            reply.answer(Task.currentPriority)
          }
        }
      }
      let asked = Task(executorPreference: scheduler, priority: .low) { try await store.ask { $0 } }
      await scheduler.settle()
      asked.escalatePriority(to: .high)
      await scheduler.settle()
      gate.open()
      let priority = try await asked.value
      XCTAssertEqual(priority, .high)
    }
  }
}
