import Troupe
import TroupeTesting
import XCTest

/// An enum state with properties that have the names of its cases.
final class ObservedCasesTests: TroupeTestCase {
  private struct Kid: ObservableState, Sendable {
    var count = 0
    let _$id = StateIdentity()
  }

  private struct Box: Sendable { var value = 0 }

  private enum Screen: CasePathable, ObservableState, Sendable {
    case number(Int)
    case text(String)
    case kid(Kid)
    case box(Box)
    case other(Int)

    // Each has another value than the case's path, which shows which one was read.
    var number: Int? { if case .other(let number) = self { number } else { nil } }
    var text: Int { 7 }
    var kid: Kid? { if case .other(let number) = self { Kid(count: number) } else { nil } }
    var box: Box? { if case .other(let number) = self { Box(value: number) } else { nil } }

    var _$id: StateIdentity { .none }

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let number = AnyCasePath(embed: Screen.number) { if case .number(let it) = $0 { it } else { nil } }
      let text = AnyCasePath(embed: Screen.text) { if case .text(let it) = $0 { it } else { nil } }
      let kid = AnyCasePath(embed: Screen.kid) { if case .kid(let it) = $0 { it } else { nil } }
      let box = AnyCasePath(embed: Screen.box) { if case .box(let it) = $0 { it } else { nil } }
      let other = AnyCasePath(embed: Screen.other) { if case .other(let it) = $0 { it } else { nil } }
    }
  }

  // S771
  func testAPropertyWithTheNameOfACaseIsRead() async throws {
    let scheduler = Scheduler(seed: 0)
    let seen = Collector<[Int?]>()
    try await scheduler.run {
      let store = Store(initialState: Screen.number(1), configuration: scheduler.configuration()) {
        Changing()
      }
      let observing = Task(executorPreference: scheduler) {
        await store.observe { state in
          let number: Int? = state.number
          seen.append([number, state.text, state.kid?.count, state.box?.value, state.other])
        }
      }
      await scheduler.settle()
      for screen in [Screen.other(2), .text("a"), .other(3)] {
        await store.send(Change { $0 = screen })
        await scheduler.settle()
      }
      observing.cancel()
      await observing.value
    }
    XCTAssertEqual(
      seen.all,
      [[nil, 7, nil, nil, nil], [2, 7, 2, 2, 2], [nil, 7, nil, nil, nil], [3, 7, 3, 3, 3]]
    )
  }
}
