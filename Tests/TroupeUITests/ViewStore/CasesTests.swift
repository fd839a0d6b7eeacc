import Troupe
import TroupeUI
import XCTest

/// A view store of an enum with properties that have the names of its cases.
@MainActor
final class CasesTests: XCTestCase {
  private struct Kid: ObservableState, Sendable {
    var count = 0
    let _$id = StateIdentity()
  }

  private struct Box: Sendable { var value = 0 }

  private enum Screen: CasePathable, ObservableState, Sendable {
    case number(Int)
    case kid(Kid)
    case box(Box)
    case other(Int)

    var number: Int? { if case .other(let number) = self { number } else { nil } }
    var kid: Kid? { if case .other(let number) = self { Kid(count: number) } else { nil } }
    var box: Box? { if case .other(let number) = self { Box(value: number) } else { nil } }

    var _$id: StateIdentity { .none }

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let number = AnyCasePath(embed: Screen.number) { if case .number(let it) = $0 { it } else { nil } }
      let kid = AnyCasePath(embed: Screen.kid) { if case .kid(let it) = $0 { it } else { nil } }
      let box = AnyCasePath(embed: Screen.box) { if case .box(let it) = $0 { it } else { nil } }
      let other = AnyCasePath(embed: Screen.other) { if case .other(let it) = $0 { it } else { nil } }
    }
  }

  // S771
  func testAPropertyWithTheNameOfACaseIsRead() async {
    let viewStore = ViewStore(initialState: Screen.number(1)) {
      Reduce<Screen, Int> { state, number in
        state = .other(number)
        return .none
      }
    }
    let read = { [viewStore.number, viewStore.kid?.count, viewStore.box?.value, viewStore.other] }
    XCTAssertEqual(read(), [nil, nil, nil, nil])
    viewStore.send(2)
    XCTAssertEqual(read(), [2, 2, 2, 2])
    XCTAssertTrue(viewStore.is(\.other))
  }
}
