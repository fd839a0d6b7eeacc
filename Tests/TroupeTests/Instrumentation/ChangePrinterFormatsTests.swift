import Troupe
import TroupeTesting
import XCTest

/// Printers with a prefix, of actions alone, of their labels, and of a part.
final class ChangePrinterFormatsTests: TroupeTestCase {
  @Reducer
  struct Search {
    struct State: Equatable { var query = "", count = 0 }
    enum Action { case typed(String), found(Int) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let query): state.query = query
      case .found(let count): state.count = count
      }
      return .none
    }
  }

  private func printed(
    _ printer: (@escaping @Sendable (String) -> Void) -> ChangePrinter<Search.State, Search.Action>
  ) async -> [String] {
    let collector = Collector<String>()
    let store = Store(initialState: Search.State()) { [printer = printer { collector.append($0) }] in
      Search().printChanges(printer)
    }
    await store.send(.typed("a"))
    await store.send(.found(2))
    return collector.all
  }

  func testAPrefix() async {
    let texts = await printed { .difference(prefix: "Search", to: $0) }
    #if DEBUG
      XCTAssertEqual(texts.count, 2)
      XCTAssertTrue(texts.allSatisfy { $0.hasPrefix("Search: Received: ") }, "\(texts)")
      XCTAssertTrue(texts[0].contains("+   query: \"a\""), texts[0])
    #else
      XCTAssertEqual(texts, [])
    #endif
  }

  func testActionsAlone() async {
    let texts = await printed { .actions(to: $0) }
    let withPrefix = await printed { .actions(prefix: "Search", to: $0) }
    #if DEBUG
      XCTAssertEqual(texts.count, 2)
      XCTAssertTrue(texts[0].hasSuffix(".typed(\"a\")"), texts[0])
      XCTAssertEqual(withPrefix, texts.map { "Search: \($0)" })
    #else
      XCTAssertEqual(texts + withPrefix, [])
    #endif
  }

  func testLabelsAlone() async {
    let texts = await printed { .actionLabels(to: $0) }
    let withPrefix = await printed { .actionLabels(prefix: "Search", to: $0) }
    #if DEBUG
      XCTAssertTrue(texts[0].hasSuffix("Search.Action.typed(…)"), texts[0])
      XCTAssertTrue(texts[1].hasSuffix("Search.Action.found(…)"), texts[1])
      XCTAssertEqual(withPrefix, texts.map { "Search: \($0)" })
    #else
      XCTAssertEqual(texts + withPrefix, [])
    #endif
  }

  func testTheLabelOfAValue() {
    XCTAssertEqual(caseLabel(of: Int?.some(1)), caseLabel(of: 1))
    XCTAssertTrue(caseLabel(of: Search.Action.typed("secret")).hasSuffix("Search.Action.typed(…)"))
    XCTAssertFalse(caseLabel(of: Search.State(query: "secret")).contains("secret"))
  }

  // S095
  func testTheLabelOfAnActionOfAChild() {
    enum RowAction { case tapped, renamed(String, by: Int) }
    enum ListAction {
      case row(index: Int, action: RowAction)
      case moved([Int], Bool)
    }
    enum ScreenAction { case list(ListAction) }
    func label(_ action: ListAction) -> String { caseLabel(of: ScreenAction.list(action)) }
    XCTAssertTrue(label(.row(index: 7, action: .tapped)).hasSuffix(".list(.row(index: …, action: .tapped))"))
    XCTAssertTrue(
      label(.row(index: 7, action: .renamed("secret", by: 3)))
        .hasSuffix(".list(.row(index: …, action: .renamed(…, by: …)))")
    )
    XCTAssertTrue(label(.moved([1], true)).hasSuffix("ScreenAction.list(.moved(…, …))"))
  }

  func testAPart() async {
    let texts = Collector<(String, String, String)>()
    let store = Store(initialState: Search.State()) {
      Search().printChanges(
        of: { $0.query },
        action: { $0.typed },
        ChangePrinter { texts.append(($0, $1, $2)) }
      )
    }
    await store.send(.typed("a"))
    await store.send(.found(2))
    await store.send(.typed("b"))
    #if DEBUG
      XCTAssertEqual(texts.all.map { [$0.0, $0.1, $0.2] }, [["a", "", "a"], ["b", "a", "b"]])
    #else
      XCTAssertEqual(texts.count, 0)
    #endif
  }
}
