import TroupeClassic
import TroupeTesting
import XCTest

final class SignpostTests: TroupeTestCase {
  struct Failure: Error {}
  enum Action { case wait, stop, work, fail, failAndHandle, done(Int), part(PartAction) }
  enum PartAction { case work, done }
  struct State { var part: Int? = 0 }

  private static let part = Reducer<Int, PartAction, Void> { state, action, _ in
    switch action {
    case .work: return .run { send in await send(.done) }
    case .done:
      state += 1
      return .none
    }
  }

  private static let reducer = Reducer<State, Action, Void>.combine(
    part.optional().pullback(state: \.part, action: /Action.part, environment: { $0 }),
    Reducer { state, action, _ in
      switch action {
      case .wait: return .run { _ in try await waitForCancellation() }.cancellable(id: "wait")
      case .stop: return .cancel(id: "wait")
      case .work: return .run { send in await send(.done(1)) }
      case .fail: return .run { _ in throw Failure() }
      case .failAndHandle:
        return .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(.done(2))
        }
      case .done, .part: return .none
      }
    }
  )
  .signpost("test")

  /// The signposts of actions, each with a small number for its interval.
  private func signposts(
    of actions: [Action],
    issues: Int = 0,
    _ expected: [String],
    line: UInt = #line
  ) async throws {
    try await underSeeds(line: line) { scheduler, _ in
      let signposts = Collector<Signpost>()
      let reported = IssueCollector()
      await withIssueReporters([reported]) {
        let store = withDependencies {
          $0.signpostRecorder = SignpostRecorder { signposts.append($0) }
        } operation: {
          Store(
            initialState: State(),
            reducer: Self.reducer,
            environment: (),
            configuration: scheduler.configuration()
          )
        }
        for action in actions {
          await store.send(action)
          await scheduler.settle()
        }
      }
      XCTAssertEqual(reported.all.count, issues, line: line)
      var numbers: [UInt64: Int] = [:]
      let texts = signposts.all.map { signpost in
        let number = numbers[signpost.id] ?? numbers.count
        numbers[signpost.id] = number
        let message = signpost.message.replacing("SignpostTests.Action", with: "")
        return "\(number) \(signpost.name) \(signpost.phase) \(message)"
      }
      XCTAssertEqual(texts, expected, line: line)
      XCTAssertTrue(signposts.all.allSatisfy { $0.log.category == "Reducer Instrumentation" }, line: line)
    }
  }

  func testWorkThatSends() async throws {
    try await signposts(
      of: [.work],
      [
        "0 action begin [test] .work",
        "0 action end [test] .work",
        "1 effect begin [test] Started from .work",
        "1 output event [test] .done from .work",
        "2 action begin [test] .done",
        "2 action end [test] .done",
        "1 effect end [test] Finished",
      ]
    )
  }

  func testWorkThatIsCancelled() async throws {
    try await signposts(
      of: [.wait, .stop],
      [
        "0 action begin [test] .wait",
        "0 action end [test] .wait",
        "1 effect begin [test] Started from .wait",
        "2 action begin [test] .stop",
        "2 action end [test] .stop",
        "1 effect end [test] Cancelled",
      ]
    )
  }

  func testWorkThatFails() async throws {
    try await signposts(
      of: [.fail],
      issues: 1,
      [
        "0 action begin [test] .fail",
        "0 action end [test] .fail",
        "1 effect begin [test] Started from .fail",
        "1 effect end [test] Finished",
      ]
    )
  }

  /// The error handler is part of the work.
  func testWorkThatFailsAndIsHandled() async throws {
    try await signposts(
      of: [.failAndHandle],
      [
        "0 action begin [test] .failAndHandle",
        "0 action end [test] .failAndHandle",
        "1 effect begin [test] Started from .failAndHandle",
        "1 output event [test] .done from .failAndHandle",
        "2 action begin [test] .done",
        "2 action end [test] .done",
        "1 effect end [test] Finished",
      ]
    )
  }

  /// The work of a child has signposts, too, with the child's actions.
  func testWorkOfAChild() async throws {
    try await signposts(
      of: [.part(.work)],
      [
        "0 action begin [test] .part(.work)",
        "0 action end [test] .part(.work)",
        "1 effect begin [test] Started from .part(.work)",
        "1 output event [test] SignpostTests.PartAction.done from .part(.work)",
        "2 action begin [test] .part(.done)",
        "2 action end [test] .part(.done)",
        "1 effect end [test] Finished",
      ]
    )
  }

  /// Without a recorder there is nothing around the reducer.
  func testWithoutARecorder() async {
    let store = Store(initialState: State(), reducer: Self.reducer, environment: ())
    await store.send(.part(.work)).finish()
    let part = await store.part
    XCTAssertEqual(part, 1)
  }
}
