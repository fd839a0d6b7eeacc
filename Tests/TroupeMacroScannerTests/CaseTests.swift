import TroupeMacroScanner
import XCTest

final class CaseTests: XCTestCase {
  func testCasesAreReadInEveryShape() {
    let table: [(source: String, cases: [String])] = [
      ("case none", ["none"]),
      ("case none()", ["none()"]),
      ("case one(Int), two(Int, String), three", ["one(Int)", "two(Int | String)", "three"]),
      ("case labelled(x: Int, y: [String: Int]) // end, of line", ["labelled(x: Int | y: [String: Int])"]),
      ("/// case fake(Int)\ncase real", ["real"]),
      (
        "case /* odd */ spaced /* place */ ( /* here */ value : /* and */ Int /* , */ ) // case nope",
        ["spaced(value: Int)"]
      ),
      (
        "case a(x: Int = 1 < 2 ? 3 : 4, y: Set<Int> = Set<Int>(), z: Bool = b > c)",
        ["a(x: Int = 1 < 2 ? 3 : 4 | y: Set<Int> = Set<Int>() | z: Bool = b > c)"]
      ),
      (
        #"case a(String = "a,b)\("x" + "\([1, 2])")", Int)"#,
        [#"a(String = "a,b)\("x" + "\([1, 2])")" | Int)"#]
      ),
      (##"case a(String = #"a " \("not") , "#)"##, [##"a(String = #"a " \("not") , "#)"##]),
      (
        "case a(String = \"\"\"\n  case fake(Int) \\(\"nested\") \" \"\" ,\n  \"\"\"), b",
        ["a(String = \"\"\"\n  case fake(Int) \\(\"nested\") \" \"\" ,\n  \"\"\")", "b"]
      ),
      (
        "case a(@Sendable (Int, String) -> Void = { _, _ in }, then: (_ a: Int) throws -> Result<Int, any Error>)",
        [
          "a(@Sendable (Int, String) -> Void = { _, _ in } "
            + "| then: (_ a: Int) throws -> Result<Int, any Error>)"
        ]
      ),
      (
        "case a(Dictionary<String, Array<Int>>, Optional<Result<Int, Never>>)",
        ["a(Dictionary<String, Array<Int>> | Optional<Result<Int, Never>>)"]
      ),
      ("case a(Troupe::Kid, b: Troupe::Kid)", ["a(Troupe::Kid | b: Troupe::Kid)"]),
      ("case a(_: Int, _ named: String)", ["a(_: Int | _ named: String)"]),
      ("case a(() async throws(E) -> [Int])", ["a(() async throws(E) -> [Int])"]),
      (
        "case a(Int?), b(Int??), c(Any.Type), d((Int, String))",
        ["a(Int?)", "b(Int??)", "c(Any.Type)", "d((Int, String))"]
      ),
      ("case a(any P & Q)\nindirect case b(Self)", ["a(any P & Q)", "b(Self)"]),
      ("case `default`, `self`(Int), `init`(String)", ["`default`", "`self`(Int)", "`init`(String)"]),
      ("case größe(größe: Int), 名前(String), 🎉", ["größe(größe: Int)", "名前(String)", "🎉"]),
      ("case a = 1, b = -2, c = \"x,y\", d", ["a = 1", "b = -2", "c = \"x,y\"", "d"]),
      ("case a(\n  first: Int,\n  // with, commas\n  second: String\n)", ["a(first: Int | second: String)"]),
      ("case a(Int); case b", ["a(Int)", "b"]),
      ("case a(regex: Regex<Substring> = /a,b/, Int)", ["a(regex: Regex<Substring> = /a,b/ | Int)"]),
      ("case a(Int)\r\n  case b\r\n", ["a(Int)", "b"]),
      (
        "#if DEBUG || os(Linux)\ncase a\n#elseif X\ncase b\n#else\ncase c\n#endif",
        ["#if DEBUG || os(Linux)", "a", "#elseif X", "b", "#else", "c", "#endif"]
      ),
    ]
    for (source, cases) in table { XCTAssertEqual(summary(cases: source), cases, source) }
  }

  func testOtherMembersAreToldFromCases() {
    let members = summary(
      cases: """
        case a(Int)
        var text: String { switch self { case .a: return "case x"; default: return "}" } }
        static let pattern = #/case (\\d+) \\{ /#
        static let weird = if case .a = Host.a(1) { 1 } else { 2 }
        static func == (lhs: Self, rhs: Self) -> Bool { true }
        enum Inner { case b, c }
        init?(rawValue: String) { return nil }
        subscript(index: Int) -> Int { index }
        typealias Alias = Array<Int>
        case d
        """
    )
    XCTAssertEqual(
      members,
      [
        "a(Int)", "var text: String {get}", "static let pattern = #/case (\\d+) \\{ /#",
        "static let weird = if case .a = Host.a(1) { 1 } else { 2 }", "static func", "enum Inner", "init",
        "subscript", "typealias Alias", "d",
      ]
    )
  }

  func testAttributesAndModifiersOfCases() {
    let members = summary(members: "@available(*, deprecated, message: \"a (b)\") indirect case old(Self)")
    XCTAssertEqual(
      members,
      ["@available(*, deprecated, message: \"a (b)\") indirect case old(Self)"]
    )
  }
}
