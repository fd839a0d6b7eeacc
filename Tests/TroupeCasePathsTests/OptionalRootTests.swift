import TroupeCasePaths
import TroupeDiagnostics
import XCTest

/// The operator `/` where a path of an optional enum is expected.
final class OptionalRootTests: CasePathsTestCase {
  private enum Action: Sendable {
    case child(Int)
    case words(String, [String])
    case maybe(Int?)
    indirect case boxed(String)
    case tap
  }

  private enum Converted { case maybe(Int?), tap }

  private enum Screen: CasePathable, Equatable {
    case detail(Int), home

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let detail = AnyCasePath(embed: Screen.detail) { if case .detail(let it) = $0 { it } else { nil } }
      let home = AnyCasePath(embed: Screen.home) { if case .home = $0 { () } else { nil } }
    }
  }

  /// Checks a path with a value of its case and with values of other cases.
  private func check<Root, Value: Equatable>(
    _ keyPath: any CaseKeyPath<Root, Value> & Sendable,
    _ value: Value,
    changed: Value,
    not others: [Root],
    line: UInt = #line
  ) {
    let path = AnyCasePath(keyPath)
    for other in others {
      XCTAssertNil(path.extract(from: other), line: line)
      var root = other
      XCTAssertNil(path.modify(&root) { _ in XCTFail("called", line: line) }.map { _ in }, line: line)
    }
    var root = path.embed(value)
    XCTAssertEqual(path.extract(from: root), value, line: line)
    XCTAssertNotNil(path.modify(&root) { $0 = changed }.map { _ in }, line: line)
    XCTAssertEqual(path.extract(from: root), changed, line: line)
  }

  // S772
  func testACaseWithAPayload() {
    let others: [Action?] = [nil, .tap, .words("", [])]
    check(/Action.child as any CaseKeyPath<Action?, Int> & Sendable, 1, changed: 2, not: others)
    check(/Action.maybe as any CaseKeyPath<Action?, Int?> & Sendable, 1, changed: nil, not: others)
    check(/Action.boxed as any CaseKeyPath<Action?, String> & Sendable, "a", changed: "b", not: others)
    check(/Screen.detail as any CaseKeyPath<Screen?, Int> & Sendable, 1, changed: 2, not: [nil, .home])
    check(
      /Screen.detail as any CaseKeyPath<Screen??, Int> & Sendable,
      1,
      changed: 2,
      not: [nil, .some(nil), .home]
    )
  }

  // S772
  func testACaseWithoutAPayload() {
    func check<Root>(
      _ keyPath: any CaseKeyPath<Root, Void> & Sendable,
      not others: [Root],
      line: UInt = #line
    ) {
      let path = AnyCasePath(keyPath)
      for other in others { XCTAssertNil(path.extract(from: other), line: line) }
      XCTAssertNotNil(path.extract(from: path.embed(())), line: line)
    }
    check(/Screen.home as any CaseKeyPath<Screen?, Void> & Sendable, not: [nil, .detail(1)])
    check(/Screen.home as any CaseKeyPath<Screen??, Void> & Sendable, not: [nil, .some(nil), .detail(1)])
    check(/Action.tap as any CaseKeyPath<Action?, Void> & Sendable, not: [nil, .child(1)])
    check(/Screen?.none as any CaseKeyPath<Screen?, Void> & Sendable, not: [.home, .detail(1)])
  }

  // S772
  func testTheCasesOfTheOptionalItselfAndFunctionsThatMakeOptionals() {
    check(/Screen?.some, .home, changed: .detail(1), not: [nil])
    check(/Optional<Screen>.some, .home, changed: .detail(1), not: [nil])
    check(
      /{ Screen.detail($0) } as any CaseKeyPath<Screen?, Int> & Sendable,
      1,
      changed: 2,
      not: [nil, .home]
    )
    let chained = AnyCasePath(/Action?.some).appending(path: AnyCasePath(/Action.child))
    XCTAssertEqual(chained.extract(from: chained.embed(3)), 3)
    XCTAssertNil(chained.extract(from: .tap))
  }

  // S772
  func testWhatIsNoCaseOfTheEnumIsAnIssue() {
    withExpectedIssue(matching: { $0.message.contains("a function from String to Optional<Screen>") }) {
      let wrong = AnyCasePath(/{ (text: String) in text.isEmpty ? nil : Screen.home })
      XCTAssertNil(wrong.extract(from: .home))
    }
    withExpectedIssue(matching: { $0.message.contains("a function from Int to Optional<Converted>") }) {
      let converted = AnyCasePath(/Converted.maybe as any CaseKeyPath<Converted?, Int> & Sendable)
      XCTAssertNil(converted.extract(from: .tap))
    }
  }

  // S772
  func testAFunctionThatMakesNoOptionalExtractsNothingAndIsAnIssue() {
    withExpectedIssue(matching: { $0.message.contains("The operator /") }) {
      let path = AnyCasePath(/{ (number: Int) in number > 0 ? Screen.detail(number) : nil })
      XCTAssertNil(path.extract(from: .detail(-1)))
      XCTAssertNil(path.extract(from: .detail(1)))
    }
  }
}
