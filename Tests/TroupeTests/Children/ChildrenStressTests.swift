import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Children of many stores that appear and disappear on real threads, for the sanitizers.
///
/// `TROUPE_STRESS` divides the amount of work.
final class ChildrenStressTests: TroupeTestCase {
  private struct Child: Reducer {
    struct State: Sendable, Identifiable {
      let id: Int
      let token = Counted()
    }

    enum Action: Sendable {
      case start
      /// Names the child whose effect sent it.
      case tick(Int)
      case close
    }

    let strangers: Collector<Int>
    @Dependency(\.dismiss) private var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .merge(
            .run { [id = state.id] send in
              for _ in 0..<20 { await send(.tick(id)) }
            },
            .concatenate(.run { _ in try await waitForCancellation() }, .send(.tick(-1)))
          )
        case .tick(let id):
          if id != state.id { strangers.append(id) }
          return .none
        case .close: return .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  private struct Parent: Reducer {
    struct State: Sendable {
      var optional: Child.State?
      @Presents var presented: Child.State?
      var rows: IdentifiedArrayOf<Child.State> = []
    }

    enum Action: Sendable {
      case show(Int)
      case hide
      case clear
      case optional(Child.Action)
      case presented(PresentationAction<Child.Action>)
      case rows(IdentifiedAction<Int, Child.Action>)
    }

    let child: Child

    var body: some ReducerOf<Self> {
      Reduce<State, Action> { state, action in
        switch action {
        case .show(let id):
          state.optional = Child.State(id: id)
          state.presented = Child.State(id: id)
          state.rows.updateOrAppend(Child.State(id: id % 8))
          return .merge(
            .send(.optional(.start)),
            .send(.presented(.presented(.start))),
            .send(.rows(.element(id: id % 8, action: .start)))
          )
        case .hide:
          state.optional = nil
          if !state.rows.isEmpty { state.rows.removeFirst() }
          return state.presented == nil ? .none : .send(.presented(.dismiss))
        case .clear:
          state = State()
          return .none
        default:
          return .none
        }
      }
      .ifLet(\.optional, action: /Action.optional) { child }
      .ifLet(\.$presented, action: /Action.presented) { child }
      .forEach(\.rows, action: /Action.rows) { child }
    }
  }

  private static func act(on store: StoreOf<Parent>, _ number: Int, round: Int) async {
    switch round % 5 {
    case 0, 1, 2: await store.send(.show(number))
    case 3: await store.send(.hide)
    default:
      await store.send(.optional(.close))
      await store.send(.presented(.presented(.close)))
    }
  }

  // D1, D2, D3, D8, D21
  func testNothingOfAChildThatHasGoneIsReduced() async throws {
    let divisor = ProcessInfo.processInfo.environment["TROUPE_STRESS"].flatMap(Int.init) ?? 10
    let (storeCount, senders, actionCount) = (500 / divisor, 16, 40)
    let liveBefore = Counted.live
    let strangers = Collector<Int>()
    do {
      let stores = (0..<storeCount).map { _ in
        Store(initialState: Parent.State()) { Parent(child: Child(strangers: strangers)) }
      }
      // Such senders risk an action that is too late for its child.
      await withIssueReporters([OnlyMissingChildren()]) {
        await withTaskGroup(of: Void.self) { group in
          for sender in 0..<senders {
            group.addTask {
              for number in stride(from: sender, to: storeCount * actionCount, by: senders) {
                await Self.act(on: stores[number % storeCount], number, round: number / storeCount)
              }
            }
          }
        }
        for store in stores {
          await store.send(.clear)
          await store.shutdown(within: .seconds(60))
          await store.assertNothingIsLeft()
        }
      }
    }
    XCTAssertEqual(strangers.all, [])
    await Counted.wait(untilAtMost: liveBefore)
  }
}

/// Fails for every issue except one about an action for a child that isn't there.
private struct OnlyMissingChildren: IssueReporter {
  func report(_ issue: ReportedIssue) {
    if !issue.message.contains("got an action for") { TestIssueReporter().report(issue) }
  }
}
