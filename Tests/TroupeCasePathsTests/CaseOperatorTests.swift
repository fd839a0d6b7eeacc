import CasePathsFixtures
import TroupeCasePaths
import TroupeDiagnostics
import XCTest

final class CaseOperatorTests: CasePathsTestCase {
  private func expectIssue<Root, Value>(
    _ path: @autoclosure () -> any CaseKeyPath<Root, Value> & Sendable,
    _ roots: Root...
  ) {
    withExpectedIssue(matching: { $0.message.contains("The operator /") }) {
      let path = AnyCasePath(path())
      for var root in roots + roots {
        XCTAssertNil(path.extract(from: root).map { _ in })
        XCTAssertNil(path.modify(&root) { _ in XCTFail("called") }.map { _ in })
      }
    }
  }

  func testFunctionsThatGenericCodeCallsDifferentlyAreAnIssue() {
    expectIssue(/Plain.function, .function { $0 }, .nothing)
    expectIssue(/Plain.functions, .functions(1) { 2 })
    expectIssue(/Plain.type, .type(Int.self))
  }

  func testWhatIsNoCaseIsAnIssue() {
    expectIssue(/Screen.list([1]), .list([1]), .home)
    expectIssue(/3, 3)
    expectIssue(/{ (number: Int) in Screen.list([number]) }, .list([1]))
    expectIssue(/{ (number: Int) in String(number) }, "1")
  }

  func testAConvertedPayloadIsAnIssue() {
    expectIssue(/Shape.optional as any CaseKeyPath<Shape, Int> & Sendable, .number(1))
  }

  /// The function's payload is one case's payload, and the value that it makes is in another case.
  func testAFunctionThatIsNoConstructorExtractsNothingAndIsAnIssue() {
    expectIssue(/{ (text: String) in Message.number(text.count) }, .number(3), .text("abc"), .number(3))
  }

  func testAPathIsLearntByManyTasksAtOnce() async {
    for _ in 0..<50 {
      let path = AnyCasePath(/Shape.secondNumber)
      await withTaskGroup(of: Bool.self) { group in
        for index in 0..<8 {
          group.addTask {
            let shape = index.isMultiple(of: 2) ? Shape.number(index) : .secondNumber(index)
            return path.extract(from: shape) == (index.isMultiple(of: 2) ? nil : index)
          }
        }
        for await isRight in group { XCTAssertTrue(isRight) }
      }
    }
  }

  /// As an expression whose type is inferred, as one whose type is given, and as an argument of a certain
  /// type.
  private func check<Root>(
    _ sought: AnyCasePath<Root, Void>,
    _ given: AnyCasePath<Root, Void>,
    _ root: Root,
    not other: Root
  ) {
    for path in [sought, given] {
      XCTAssertNotNil(path.extract(from: root))
      XCTAssertNil(path.extract(from: other))
      XCTAssertNotNil(path.extract(from: path.embed(())))
    }
  }

  // S405
  func testACaseWithoutAPayloadWhereItsTypeIsGiven() {
    enum Pathable: CasePathable {
      case go, set(Unshared)
      static let allCasePaths = AllCasePaths()
      struct AllCasePaths {}
    }
    enum Comparable: Equatable { case go, set(String) }
    enum Both: CasePathable, Equatable {
      case go, set(String)
      static let allCasePaths = AllCasePaths()
      struct AllCasePaths {}
    }
    enum Bare { case go, stop }
    do {
      let sought = AnyCasePath(/Pathable.go)
      let given: AnyCasePath<Pathable, Void> = AnyCasePath(/Pathable.go)
      check(sought, given, .go, not: .set(Unshared()))
      let path: any CaseKeyPath<Pathable, Void> & Sendable = /Pathable.go
      check(AnyCasePath(path), AnyCasePath(/Pathable.go), .go, not: .set(Unshared()))
    }
    do {
      let sought = AnyCasePath(/Comparable.go)
      let given: AnyCasePath<Comparable, Void> = AnyCasePath(/Comparable.go)
      check(sought, given, .go, not: .set(""))
    }
    do {
      let sought = AnyCasePath(/Both.go)
      let given: AnyCasePath<Both, Void> = AnyCasePath(/Both.go)
      check(sought, given, .go, not: .set(""))
    }
    do {
      let sought = AnyCasePath(/Bare.go)
      let given: AnyCasePath<Bare, Void> = AnyCasePath(/Bare.go)
      check(sought, given, .go, not: .stop)
    }
  }

  /// The constructor of a case isn't taken for a value.
  func testACaseWithAPayloadWhereItsTypeIsSought() {
    let screen = AnyCasePath(/Screen.list)
    XCTAssertEqual(screen.extract(from: .list([1])), [1])
    let plain = AnyCasePath(/Plain.unshared)
    let payload = Unshared()
    XCTAssertTrue(plain.extract(from: .unshared(payload)) === payload)
  }

  func testBothPathsInOneLineInParentheses() {
    func both<A, B>(
      _: any CaseKeyPath<Screen, A> & Sendable,
      action: any CaseKeyPath<Screen, B> & Sendable
    ) -> String { "\(A.self) \(B.self)" }
    XCTAssertEqual(both((/Screen.list), action: (/Screen.message)), "Array<Int> Message")
  }
}
