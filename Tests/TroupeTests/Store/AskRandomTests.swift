import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Random requests, with random ends, compared with the contract's statements about each of them.
final class AskRandomTests: TroupeTestCase {
  /// A request to the store. Times are milliseconds from the start, and no two of a request are equal.
  private struct Request: Sendable {
    enum Kind: CaseIterable {
      case answeredAtOnce, answeredByAnEffect, handedOn, kept, keptAndDropped, ignored, failing,
        answeredByAnother
    }

    let number: Int
    let kind: Kind
    /// When the reply is answered or dropped, or the effect fails.
    let end: Int?
    let deadline: Int?
    let cancellation: Int?

    /// The end of the request, unless the store is shut down before.
    func outcome(shutdown: Int) -> Outcome {
      var moments: [(Int, Outcome)] = [(shutdown, .closed)]
      if let deadline { moments.append((deadline, .exceeded)) }
      if let cancellation { moments.append((cancellation, .cancelled)) }
      switch kind {
      case .answeredAtOnce: return .answered(number)
      case .ignored: return .unanswered
      case .answeredByAnEffect, .handedOn, .kept, .answeredByAnother:
        moments.append((end ?? .max, .answered(number)))
      case .keptAndDropped: moments.append((end ?? .max, .unanswered))
      case .failing: moments.append((end ?? .max, .failed))
      }
      return moments.min { $0.0 < $1.0 }?.1 ?? .closed
    }
  }

  private enum Outcome: Equatable, Sendable {
    case answered(Int)
    case unanswered, exceeded, cancelled, closed, failed
  }

  private struct Failure: Error {}

  private struct Office: Reducer {
    struct State { var kept: [Int: Reply<Int>] = [:] }

    enum Action: Sendable {
      case asked(Int, Request.Kind, Int, Reply<Int>)
      case answer(Int, Reply<Int>)
      case answerKept(Int)
      case drop(Int)
    }

    let clock: TestClock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .asked(let number, let kind, let end, let reply):
          let end = Duration.milliseconds(end)
          switch kind {
          case .answeredAtOnce:
            reply.answer(number)
            return .none
          case .answeredByAnEffect:
            return .run { _ in
              try await clock.sleep(for: end)
              reply.answer(number)
            }
          case .handedOn:
            return .run { send in
              try await clock.sleep(for: end)
              await send(.answer(number, reply))
            }
          case .kept:
            state.kept[number] = reply
            return .run { send in
              try await clock.sleep(for: end)
              await send(.answerKept(number))
            }
          case .keptAndDropped:
            state.kept[number] = reply
            return .run { send in
              try await clock.sleep(for: end)
              await send(.drop(number))
            }
          case .ignored:
            return .run { _ in try await clock.sleep(for: end) }
          case .failing:
            return .run { _ in
              try await clock.sleep(for: end)
              if reply == reply { throw Failure() }
            }
          case .answeredByAnother:
            state.kept[number] = reply
            return .none
          }
        case .answer(let number, let reply):
          reply.answer(number)
          return .none
        case .answerKept(let number):
          state.kept.removeValue(forKey: number)?.answer(number)
          return .none
        case .drop(let number):
          state.kept[number] = nil
          return .none
        }
      }
    }
  }

  // S694, S695, S696
  func testEachRequestEndsAsTheContractSays() async throws {
    try await underSeeds(40) { scheduler, clock in
      var random = SeededGenerator(seed: scheduler.seed)
      let shutdown = 2_000
      let requests = (0..<40).map { number in
        // The last digit distinguishes a request's instants from each other and from the shutdown's.
        func moment(_ digit: Int) -> Int { Int.random(in: 0..<300, using: &random) * 10 + digit }
        return Request(
          number: number,
          kind: Request.Kind.allCases.randomElement(using: &random) ?? .kept,
          end: moment(1),
          deadline: Bool.random(using: &random) ? moment(2) : nil,
          cancellation: Int.random(in: 0..<3, using: &random) == 0 ? moment(3) : nil
        )
      }
      var configuration = scheduler.configuration(for: Office.Action.self)
      configuration.failurePolicy = .send { _ in .drop(-1) }
      let store = Store(initialState: Office.State(), configuration: configuration) {
        Office(clock: clock)
      } withDependencies: {
        $0.continuousClock = clock
      }
      let tasks = requests.map { request in
        Task(executorPreference: scheduler) { await Self.outcome(of: request, in: store) }
      }
      await scheduler.settle()

      var events: [(moment: Int, happen: @Sendable () async -> Void)] = []
      for (request, task) in zip(requests, tasks) {
        if let cancellation = request.cancellation { events.append((cancellation, { task.cancel() })) }
        if request.kind == .answeredByAnother, let end = request.end {
          events.append((end, { await store.send(.answerKept(request.number)) }))
        }
      }
      var now = 0
      for event in events.sorted(by: { $0.moment < $1.moment }) where event.moment < shutdown {
        await clock.advance(by: .milliseconds(event.moment - now))
        now = event.moment
        await event.happen()
        await scheduler.settle()
      }
      await clock.advance(by: .milliseconds(shutdown - now))
      async let report = store.shutdown(within: .zero, clock: clock)
      await clock.run()
      _ = await report
      for (request, task) in zip(requests, tasks) {
        let outcome = await task.value
        XCTAssertEqual(outcome, request.outcome(shutdown: shutdown), "\(request)")
      }
      await store.assertNoRequestIsLeft()
      await store.assertNothingIsLeft()
    }
  }

  private static func outcome(of request: Request, in store: StoreOf<Office>) async -> Outcome {
    do {
      let value = try await store.ask(within: request.deadline.map { .milliseconds($0) }) {
        .asked(request.number, request.kind, request.end ?? 0, $0)
      }
      return .answered(value)
    } catch let error as StoreError {
      switch error.code {
      case .unanswered: return .unanswered
      case .deadlineExceeded: return .exceeded
      default: return .closed
      }
    } catch {
      return error is CancellationError ? .cancelled : .failed
    }
  }
}
