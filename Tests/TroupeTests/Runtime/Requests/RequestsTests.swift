import TroupeTesting
import XCTest

@testable import Troupe

/// The parts of a request, step by step.
final class RequestsTests: XCTestCase {
  private struct Failure: Error, Equatable {
    var number = 0
  }

  private func error(of request: PendingAnswer) -> (any Error)? {
    request.outcome?.error
  }

  func testAsManyEnterAsAreAllowed() {
    let admission = Admission()
    XCTAssertFalse(admission.enter(0))
    XCTAssertTrue(admission.enter(2))
    XCTAssertTrue(admission.enter(2))
    // A rejected caller doesn't count.
    XCTAssertFalse(admission.enter(2))
    XCTAssertFalse(admission.enter(2))
    XCTAssertTrue(admission.enter(3))
    admission.leave()
    XCTAssertFalse(admission.enter(2))
    admission.leave()
    XCTAssertTrue(admission.enter(2))
    // Without a limit it counts as well.
    XCTAssertTrue(admission.enter(nil))
    XCTAssertFalse(admission.enter(3))
  }

  func testTheFirstAnswerCountsAndASecondOneIsTold() throws {
    let request = PendingAnswer(isOfStore: true)
    XCTAssertTrue(request.isPending)
    XCTAssertNil(request.outcome)
    XCTAssertTrue(request.answer(.success(1)))
    XCTAssertFalse(request.isPending)
    XCTAssertFalse(request.answer(.success(2)))
    request.fail(Failure())
    XCTAssertEqual(try request.outcome?.value(Int.self), 1)
    XCTAssertFalse(request.answer(.success(3)))
  }

  /// What `Reply<Value>` stores as `any Sendable` comes back as the same value, also if `Value` is an
  /// optional or an existential, whose values have several dynamic types.
  func testAnAnswerOfAnyTypeComesBack() throws {
    func back<Value: Sendable>(_ value: Value, as type: Value.Type = Value.self) throws -> Value {
      try PendingAnswer.Outcome.success(value).value(type)
    }
    XCTAssertEqual(try back("text"), "text")
    XCTAssertEqual(try back([1, 2]), [1, 2])
    XCTAssertNil(try back(nil, as: Int?.self))
    XCTAssertEqual(try back(3, as: Int?.self), 3)
    XCTAssertEqual(try back(.some(nil), as: Int??.self), .some(nil))
    XCTAssertEqual(try back(Failure(number: 4), as: (any Error).self) as? Failure, Failure(number: 4))
    XCTAssertNil(try back(nil, as: (any Error)?.self))
    XCTAssertTrue(try back(PendingAnswer(isOfStore: true)).isPending)
    XCTAssertThrowsError(try PendingAnswer.Outcome.failure(Failure(number: 5)).value(Int.self)) {
      XCTAssertEqual($0 as? Failure, Failure(number: 5))
    }
  }

  func testTheFirstAnswerAfterAFailureIsNoSecondOne() {
    let request = PendingAnswer(isOfStore: true)
    request.fail(Failure(number: 1))
    request.fail(Failure(number: 2))
    XCTAssertFalse(request.isPending)
    XCTAssertTrue(request.answer(.success(1)))
    XCTAssertEqual(error(of: request) as? Failure, Failure(number: 1))
    XCTAssertFalse(request.answer(.success(2)))
    XCTAssertEqual(error(of: request) as? Failure, Failure(number: 1))
  }

  // S697
  func testRepliesCountWhileARequestWaitsForThem() {
    for isOfStore in [false, true] {
      for end in [{ _ in }, { _ = $0.answer(.success(1)) }, { $0.fail(Failure()) }]
        as [(PendingAnswer) -> Void]
      {
        let before = (ReplyRegistry.exist, ReplyRegistry.existByHand)
        do {
          let request = PendingAnswer(isOfStore: isOfStore)
          XCTAssertTrue(ReplyRegistry.exist)
          XCTAssertEqual(ReplyRegistry.existByHand, !isOfStore || before.1)
          end(request)
          if !request.isPending {
            XCTAssertEqual(ReplyRegistry.exist, before.0)
            XCTAssertEqual(ReplyRegistry.existByHand, before.1)
            end(request)
          }
        }
        XCTAssertEqual(ReplyRegistry.exist, before.0)
        XCTAssertEqual(ReplyRegistry.existByHand, before.1)
        // It hasn't been counted down twice.
        let next = PendingAnswer(isOfStore: isOfStore)
        XCTAssertTrue(ReplyRegistry.exist)
        withExtendedLifetime(next) {}
      }
    }
    XCTAssertLessThan(ReplyRegistry.nextNumber(), ReplyRegistry.nextNumber())
  }

  // S697
  func testAReplyThatATaskWaitsForCountsUntilItsAnswer() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      XCTAssertFalse(ReplyRegistry.existByHand, "Another test has left a reply behind.")
      let request = PendingAnswer(isOfStore: false)
      let waiting = Task(executorPreference: scheduler) {
        try await request.outcome(endingWith: Failure()).value(Int.self)
      }
      await scheduler.settle()
      XCTAssertTrue(ReplyRegistry.existByHand)
      XCTAssertTrue(request.answer(.success(1)))
      XCTAssertFalse(ReplyRegistry.existByHand)
      let answer = try await waiting.value
      XCTAssertEqual(answer, 1)
      // A later one gets it at once.
      let known = try await request.outcome(endingWith: Failure()).value(Int.self)
      XCTAssertEqual(known, 1)
    }
  }

  // S695
  func testAnErrorOfWhatARequestCausedFailsThatRequest() {
    let requests = Requests()
    let all = (0..<3).map { _ in PendingAnswer(isOfStore: true) }
    let cascades = (0..<3).map { CascadeID(number: UInt64($0), slot: $0) }
    XCTAssertTrue(requests.isEmpty)
    for _ in all { requests.begin() }
    XCTAssertTrue(requests.isEmpty, "Their actions aren't reduced yet.")
    requests.add(all[0], of: cascades[0])
    requests.add(all[1], of: cascades[1])
    requests.add(all[2], of: nil)
    XCTAssertEqual(requests.count, 3)
    XCTAssertFalse(requests.isEmpty)
    requests.fail(cascades[1], Failure(number: 1))
    requests.fail(cascades[2], Failure(number: 2))
    XCTAssertEqual(all.map(\.isPending), [true, false, true])
    XCTAssertEqual(error(of: all[1]) as? Failure, Failure(number: 1))
    // A removed request isn't failed any more, and its cascade is free for another one.
    requests.end(all[0], of: cascades[0])
    XCTAssertEqual(requests.count, 2)
    requests.fail(cascades[0], Failure())
    XCTAssertTrue(all[0].isPending)
    requests.fail(Failure(number: 3))
    XCTAssertEqual(all.map(\.isPending), [true, false, false])
    XCTAssertEqual(error(of: all[2]) as? Failure, Failure(number: 3))
    requests.end(all[1], of: cascades[1])
    requests.end(all[2], of: nil)
    XCTAssertEqual(requests.count, 0)
    XCTAssertTrue(requests.isEmpty)
    // The number of a cascade that was removed leads to no other request.
    let last = PendingAnswer(isOfStore: true)
    requests.add(last, of: nil)
    requests.fail(cascades[0], Failure())
    XCTAssertTrue(last.isPending)
  }

  // S695
  func testTheRequestsToAStateEndWithIt() {
    let requests = ScopedRequests()
    let (first, second) = (PendingAnswer(isOfStore: true), PendingAnswer(isOfStore: true))
    requests.add(first)
    requests.add(second)
    requests.remove(first)
    requests.end()
    XCTAssertTrue(first.isPending)
    XCTAssertEqual(
      error(of: second) as? StoreError,
      StoreError(.stateGone, wasReduced: true)
    )
    requests.add(first)
    requests.end()
    XCTAssertFalse(first.isPending)
  }

  func testEachErrorSaysWhatHappenedAndWhatBecameOfTheAction() {
    let codes: [(StoreError.Code, name: String, text: String)] = [
      (.shutDown, "shutDown", "\(StoreError.shutDown)"),
      (.tooManyWaiting, "tooManyWaiting", "Too many tasks are waiting for the store."),
      (.deadlineExceeded, "deadlineExceeded", "The call's deadline has passed."),
      (.unanswered, "unanswered", "The request got no answer."),
    ]
    for (code, name, text) in codes {
      XCTAssertEqual(code.description, name)
      for wasReduced in [false, true] {
        let description = StoreError(code, wasReduced: wasReduced).description
        XCTAssertTrue(description.hasPrefix(text), description)
        XCTAssertEqual(description.contains("The action was reduced."), wasReduced, description)
        // The texts of the others say that nothing was reduced: the store takes no actions, or had no time.
        let namesRefusal = code == .tooManyWaiting || code == .unanswered
        XCTAssertEqual(
          description.contains("The action wasn't reduced."),
          namesRefusal && !wasReduced,
          description
        )
        XCTAssertEqual(
          description.contains("effects that the action started were cancelled"),
          wasReduced && code == .deadlineExceeded,
          description
        )
      }
    }
    let gone = StoreError(.stateGone, wasReduced: true).description
    XCTAssertTrue(gone.hasPrefix("\(StoreError.stateGone)"), gone)
  }
}
