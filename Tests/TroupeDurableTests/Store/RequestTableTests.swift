import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Every way in which a request can end early, at every moment, in saved stores and in plain ones: what is
/// cancelled, and the text of the error.
final class RequestTableTests: TroupeTestCase {
  /// The source of the answer.
  enum Answer: CaseIterable, Sendable { case atOnce, fromChild, fromEffect, later, never }

  /// What ends the request.
  private enum End: CaseIterable { case cancellation, deadline, shutdown, superseded, failure }

  /// When it ends.
  private enum MonotonicInstant: CaseIterable { case beforeTurn, inTurn, waiting }

  private struct Row: CustomStringConvertible {
    let isSaved: Bool
    let answer: Answer
    let end: End
    let moment: MonotonicInstant

    static let all: [Row] = [true, false].flatMap { isSaved in
      Answer.allCases.flatMap { answer in
        End.allCases.flatMap { end in
          MonotonicInstant.allCases.map { Row(isSaved: isSaved, answer: answer, end: end, moment: $0) }
        }
      }
    }
    .filter(\.isPossible)

    /// Only the reducer can end its caller, by cancelling it; and only a saved store can fail to save.
    private var isPossible: Bool {
      (moment != .inTurn || end == .cancellation) && (isSaved || ![.superseded, .failure].contains(end))
    }

    /// Whether the answer has left the store before the request ends.
    var isAnswered: Bool {
      switch (isSaved, moment, answer) {
      case (_, .beforeTurn, _), (_, _, .never), (true, _, _): false
      case (false, .inTurn, .fromEffect), (false, .inTurn, .later): false
      case (false, _, _): true
      }
    }

    /// What the caller gets.
    var outcome: Outcome {
      if isAnswered { return .answer }
      let wasReduced = moment != .beforeTurn
      switch end {
      case .cancellation: return .cancelled
      case .deadline: return .request(.deadlineExceeded, wasReduced: wasReduced)
      case .shutdown: return .request(.shutDown, wasReduced: wasReduced)
      case .superseded: return .commit(.superseded, wasReduced: wasReduced)
      case .failure: return .commit(.unavailable, wasReduced: wasReduced)
      }
    }

    /// Whether the effects that the action has started continue to run. An end of the store cancels all
    /// effects.
    var startedRuns: Bool { isAnswered && !endsStore }
    var endsStore: Bool { ![.cancellation, .deadline].contains(end) }

    var description: String {
      "\(isSaved ? "saved" : "plain") store, answered \(answer), ended by \(end) at \(moment)"
    }
  }

  private enum Outcome: Equatable {
    case answer, cancelled, other(String)
    case request(StoreError.Code, wasReduced: Bool)
    case commit(CommitError.Code, wasReduced: Bool)

    init(_ result: Result<Int, any Error>) {
      switch result {
      case .success: self = .answer
      case .failure(let error as StoreError): self = .request(error.code, wasReduced: error.wasReduced)
      case .failure(let error as CommitError): self = .commit(error.code, wasReduced: error.wasReduced)
      case .failure(is CancellationError): self = .cancelled
      case .failure(let error): self = .other("\(error)")
      }
    }
  }

  struct Child: Reducer {
    struct State: Codable, Sendable { var asked = 0 }
    enum Action: Sendable { case asked(Reply<Int>) }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        state.asked += 1
        if case .asked(let reply) = action { reply.answer(1) }
        return .none
      }
    }
  }

  struct Desk: Reducer {
    struct State: Codable, Sendable {
      var child = Child.State()
      var asked = 0
      var kept: [Reply<Int>] = []
      var notes = 0
    }

    @CasePathable enum Action: Sendable {
      case asked(Answer, cancelsCaller: Bool, Reply<Int>)
      case child(Child.Action)
      case answerAll, note, other
    }

    let clock: TestClock
    let mayAnswer: Gate
    let started: Collector<String>

    var body: some Reducer<State, Action> {
      Scope(state: \.child, action: \.child) { Child() }
      Reduce { state, action in
        switch action {
        case .asked(let answer, let cancelsCaller, let reply):
          state.asked += 1
          if cancelsCaller { withUnsafeCurrentTask { $0?.cancel() } }
          switch answer {
          case .atOnce: reply.answer(1)
          case .fromChild: return .merge(.send(.child(.asked(reply))), lasting("started"))
          case .fromEffect:
            return .merge(
              .run { [mayAnswer] _ in
                await mayAnswer.wait()
                reply.answer(1)
              },
              lasting("started")
            )
          case .later, .never: state.kept.append(reply)
          }
          return lasting("started")
        case .answerAll:
          for reply in state.kept { reply.answer(1) }
          state.kept = []
          return .none
        case .note:
          state.notes += 1
          return .none
        case .other: return lasting("other")
        case .child: return .none
        }
      }
    }

    private func lasting(_ name: String) -> Effect<Action> {
      .run(name: name) { [clock, started] _ in
        started.append(name)
        try await clock.sleep(for: .seconds(3600))
      }
    }
  }

  // S695, S696, S699
  func testWhatARequestCancelsAndSaysAgreesWithTheContract() async throws {
    XCTAssertEqual(Row.all.count, 90)
    for row in Row.all {
      try await underSeeds(4) { scheduler, clock in
        let issues = IssueCollector()
        try await withIssueReporters([issues]) { try await Self.check(row, scheduler, clock) }
        // The store that has closed itself says so once.
        let closesItself = [.superseded, .failure].contains(row.end)
        XCTAssertEqual(issues.messages.count, closesItself ? 1 : 0, "\(row): \(issues.messages)")
      }
    }
  }

  private static func check(_ row: Row, _ scheduler: Scheduler, _ clock: TestClock) async throws {
    let (gate, mayAnswer, started) = (Gate(isOpen: true), Gate(), Collector<String>())
    let isGated = Locked(true)
    let storage = MemoryStorage { call in
      call.operation == .save && isGated.withLock { $0 } ? .wait({ await gate.wait() }) : .perform
    }
    let desk = Desk(clock: clock, mayAnswer: mayAnswer, started: started)
    let store = try await open(desk, row.isSaved ? storage : nil, on: scheduler)
    await store.send(.other)
    await scheduler.settle()

    func ask() -> Task<Int, any Error> {
      Task(executorPreference: scheduler) {
        // Before its turn.
        if row.moment == .beforeTurn, row.end == .cancellation { withUnsafeCurrentTask { $0?.cancel() } }
        let duration: Duration? =
          row.end == .deadline ? (row.moment == .beforeTurn ? .zero : .seconds(10)) : nil
        return try await store.ask(within: duration) {
          .asked(row.answer, cancelsCaller: row.moment == .inTurn, $0)
        }
      }
    }
    func end(_ asked: Task<Int, any Error>?) async throws {
      switch row.end {
      case .cancellation: asked?.cancel()
      case .deadline: await clock.advance(by: .seconds(10))
      case .shutdown:
        async let report = store.shutdown(within: .zero, cancellationGrace: .seconds(1), clock: clock)
        await clock.advance(by: .seconds(2))
        _ = await report
      case .superseded:
        isGated.withLock { $0 = false }
        let value = try await storage.load("desk")
        let revision = StorageRevision()
        try await storage.save(
          value?.bytes ?? [],
          for: "desk",
          expecting: value?.revision,
          as: revision,
          wake: nil
        )
        if row.moment == .beforeTurn { await store.send(.note) }
        gate.open()
      case .failure:
        storage.isUnavailable = true
        if row.moment == .beforeTurn { await store.send(.note) }
        gate.open()
      }
      await scheduler.settle()
    }

    let asked: Task<Int, any Error>
    switch row.moment {
    case .beforeTurn:
      if row.endsStore { try await end(nil) }
      asked = ask()
    case .inTurn:
      gate.close()
      asked = ask()
    case .waiting where row.answer == .fromEffect || row.answer == .later:
      asked = ask()
      await scheduler.settle()
      gate.close()
      // The answer comes after a turn that isn't saved.
      await store.send(.note)
      mayAnswer.open()
      await store.send(.answerAll)
      await scheduler.settle()
      try await end(asked)
    case .waiting:
      gate.close()
      asked = ask()
      await scheduler.settle()
      try await end(asked)
    }
    let result = await asked.result
    XCTAssertEqual(Outcome(result), row.outcome, "\(row)")
    if case .failure(let error as StoreError) = result, error.code == .deadlineExceeded {
      let saysSo = error.description.contains("effects that the action started were cancelled")
      XCTAssertEqual(saysSo, error.wasReduced, error.description)
    }
    gate.open()
    mayAnswer.open()
    await scheduler.settle()
    let names = await Set(store.runningEffects.compactMap(\.name))
    XCTAssertEqual(names.contains("started"), row.startedRuns, "\(row): \(names)")
    XCTAssertEqual(names.contains("other"), !row.endsStore, "\(row): \(names)")
    let count = await store.asked
    XCTAssertEqual(count, row.moment == .beforeTurn ? 0 : 1, "\(row)")
    await store.shutdown(within: .zero)
  }

  private static func open(
    _ desk: Desk,
    _ storage: MemoryStorage?,
    on scheduler: Scheduler
  ) async throws -> StoreOf<Desk> {
    let configuration = scheduler.configuration(for: Desk.Action.self)
    guard let storage else {
      return Store(initialState: Desk.State(), configuration: configuration) {
        desk
      } withDependencies: {
        $0.continuousClock = desk.clock
      }
    }
    return try await Store(
      initialState: Desk.State(),
      storage: storage,
      key: "desk",
      codec: StateCodec(format: JSONFormat()),
      retry: .constant(.milliseconds(1), attempts: 3),
      clock: ImmediateClock(),
      configuration: configuration
    ) {
      desk
    } withDependencies: {
      $0.continuousClock = desk.clock
    }
  }
}
