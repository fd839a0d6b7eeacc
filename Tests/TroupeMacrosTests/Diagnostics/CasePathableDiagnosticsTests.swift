import XCTest

/// The messages of `@CasePathable` and similar macros on declarations that they can't be attached to.
final class CasePathableDiagnosticsTests: XCTestCase {
  private func check(_ table: [(source: String, errors: [String])], line: UInt = #line) throws {
    for (source, errors) in table {
      let messages = try Compiler.check(source, options: ["-warnings-as-errors", "-package-name", "client"])
      XCTAssertEqual(messages.filter { $0.contains("error: ") }, errors, source, line: line)
    }
  }

  // S760
  func testNoTypeAroundItIsPrivate() throws {
    func refusal(_ macro: String, _ type: String, _ outer: String) -> String {
      "error: '\(macro)' can't extend '\(type)', because '\(outer)' around it is 'private' inside another type; "
        + "make '\(outer)' 'fileprivate'"
    }
    try check([
      (
        "struct O { private struct M {\n  @CasePathable enum P { case a } } }",
        ["3:22: \(refusal("@CasePathable", "P", "M"))"]
      ),
      (
        "extension Int { private enum M {\n  struct N { @CasePathable public enum P { case a } } } }",
        ["3:40: \(refusal("@CasePathable", "P", "M"))"]
      ),
      (
        "class O<T> { private actor M {\n  @ObservableState struct P { var a = 1 } } }",
        ["3:27: \(refusal("@ObservableState", "P", "M"))"]
      ),
      (
        """
        struct O { private struct M {
          @Reducer struct P {
            struct State {}
            enum Action { case a }
            var body: some Reducer<State, Action> { EmptyReducer() }
          }
        } }
        """,
        ["3:19: \(refusal("@Reducer", "P", "M"))"]
      ),
      ("private struct O { struct M { @CasePathable enum P { case a } } }", []),
      ("struct O { fileprivate struct M { @CasePathable enum P { case a } } }", []),
      ("struct O {}\nprivate extension O { struct M { @CasePathable enum P { case a } } }", []),
    ])
  }

  // S761
  func testACaseHasAPathWhereItIsAvailable() throws {
    try check([
      (
        """
        @CasePathable enum E {
          @available(iOS, unavailable) case a(Int)
          @available(*, deprecated) case b
          case c(Int!), d(Int!, x: String)
          func use() -> Any? { (self[case: \\.a], self[case: \\.c] as Int??, self[case: \\.d]?.x) }
        }
        """,
        []
      )
    ])
  }

  func testNamesThatTheMacroWritesAreTaken() throws {
    func refusal(_ name: String) -> String {
      "error: '\(name)' is the name of a member that '@CasePathable' generates in 'E'; choose another name"
    }
    try check([
      ("@CasePathable enum E {\n  case a, allCasePaths(Int)\n}", ["3:11: \(refusal("allCasePaths"))"]),
      ("@CasePathable enum E {\n  case `AllCasePaths`\n}", ["3:8: \(refusal("AllCasePaths"))"]),
      ("@CasePathable enum E {\n  case a\n  struct AllCasePaths {}\n}", ["4:3: \(refusal("AllCasePaths"))"]),
      (
        "@CasePathable enum E {\n  case a\n  static var allCasePaths: Int { 1 }\n}",
        ["4:14: \(refusal("allCasePaths"))"]
      ),
      (
        "@CasePathable enum E {\n  case a\n  enum E { case a }\n}",
        [
          "4:3: error: '@CasePathable' can't refer to 'E', because a type inside the enum has the same name; rename one of them"
        ]
      ),
      (
        "@CasePathable enum E {\n  case a(x: Int), `a`(y: Int)\n}",
        [
          "3:19: error: '@CasePathable' can't be applied to overloaded case name '`a`'; rename one of the cases"
        ]
      ),
      ("@CasePathable enum E: CasePathIterable { case makeIterator(Int), Element, Root, Iterator }", []),
    ])
  }

  func testTypesThatCantBeCopiedOrReturnedHaveNoPaths() throws {
    let message = "error: '@CasePathable' can't be applied to an enum that is"
    try check([
      ("@CasePathable enum E: ~Copyable { case a }", ["2:1: \(message) '~Copyable'"]),
      ("@CasePathable enum E: ~Swift.Copyable { case a }", ["2:1: \(message) '~Swift.Copyable'"]),
      ("@CasePathable enum E: ~Escapable { case a }", ["2:1: \(message) '~Escapable'"]),
      ("@CasePathable enum E: ~Copyable & ~Escapable { case a }", ["2:1: \(message) '~Copyable'"]),
      ("@CasePathable enum E<T: ~Copyable>: ~Copyable { case a }", ["2:1: \(message) '~Copyable'"]),
      ("@CasePathable enum E: ~BitwiseCopyable { case a }", []),
      (
        "@ObservableState enum E: ~Escapable { case a }",
        ["2:1: error: '@ObservableState' can't be applied to a type that is '~Escapable'"]
      ),
    ])
  }
}
