import Troupe
import XCTest

/// The samples of `CasePaths.md` and of `CasePathable`.
final class CasePathsTests: GuideTestCase {
  struct Detail: Equatable { var title: String }
  struct Edit: Equatable { var text: String }

  @CasePathable
  enum Destination: Equatable {
    case closed
    case detail(Detail)
    case edit(Edit)
  }

  func testTheUsesOfAPath() {
    var destination = Destination.detail(Detail(title: "Draft"))

    print(destination.detail?.title ?? "not in detail")
    print(destination.is(\.closed), destination[case: \.detail] == nil)
    destination.modify(\.detail) { $0.title = "Final" }
    let other = (\Destination.Cases.edit)(Edit(text: "Hello"))

    XCTAssertEqual(destination, .detail(Detail(title: "Final")))
    XCTAssertEqual(other, .edit(Edit(text: "Hello")))
  }

  func testThePathOfACaseWithoutAPayload() {
    enum Phase: Equatable { case idle, running(Int) }

    let idle = AnyCasePath(/Phase.idle)

    XCTAssertNotNil(idle.extract(from: .idle))
    XCTAssertNil(idle.extract(from: .running(1)))
  }

  func testThePathOfAnyEnum() {
    enum Download {
      case waiting
      case loading(progress: Double)
      case failed(any Error)
    }

    let loading = AnyCasePath(/Download.loading)
    let progress = loading.extract(from: .loading(progress: 0.5))

    XCTAssertEqual(progress, 0.5)
    XCTAssertNil(loading.extract(from: .waiting))

    let waiting = /Download.waiting
    XCTAssertNotNil(AnyCasePath(waiting).extract(from: .waiting))
    XCTAssertNil(AnyCasePath(waiting).extract(from: .loading(progress: 0.5)))

    func scope<State, Action>(
      _ state: any CaseKeyPath<Download, State> & Sendable,
      action: any CaseKeyPath<Download, Action> & Sendable
    ) {
      XCTAssertEqual("\(State.self) \(Action.self)", "Double Error")
    }
    scope(/Download.loading, action: /Download.failed)
  }

  enum Screen: CasePathable {
    case home
    case detail(Detail)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let home = AnyCasePath(embed: Screen.home) { if case .home = $0 { () } else { nil } }
      let detail = AnyCasePath(embed: Screen.detail) { if case .detail(let it) = $0 { it } else { nil } }
    }
  }

  func testMembersAreThePayloads() {
    XCTAssertEqual(Screen.detail(Detail(title: "Draft")).detail?.title, "Draft")
    XCTAssertNil(Screen.home.detail)
  }
}
