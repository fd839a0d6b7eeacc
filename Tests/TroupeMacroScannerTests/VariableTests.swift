import TroupeMacroScanner
import XCTest

final class VariableTests: XCTestCase {
  func testVariablesAreReadInEveryShape() {
    let table: [(source: String, members: [String])] = [
      ("var a = 1", ["var a = 1"]),
      ("let a: Int, b = 2, c: [Int: String] = [:]", ["let a: Int & b = 2 & c: [Int: String] = [:]"]),
      ("var (a, b) = (1, 2)", ["var (a, b) = (1, 2)"]),
      ("var a: Int { 1 }\nvar b: Int { get { 1 } set {} }", ["var a: Int {get}", "var b: Int {get set}"]),
      ("var a = 1 { didSet { b() } willSet(new) {} }", ["var a = 1 {didSet willSet}"]),
      ("var a: Int = 1 {\n  didSet {}\n}", ["var a: Int = 1 {didSet}"]),
      ("var a: Int { get async throws { 1 } }", ["var a: Int {get}"]),
      ("var a = { 1 }()\nvar b = [1].map { $0 }", ["var a = { 1 }()", "var b = [1].map { $0 }"]),
      ("private(set) public var a: Int?", ["private(set) public var a: Int?"]),
      ("@Wrapper(1) var a: Int\n@Other\nvar b = 2", ["@Wrapper(1) var a: Int", "@Other var b = 2"]),
      (
        "static let a = 1\nlazy var b = 2\nclass var c: Int { 1 }",
        ["static let a = 1", "lazy var b = 2", "class var c: Int {get}"]
      ),
      ("var a: @Sendable (Int) -> Int = { $0 }", ["var a: @Sendable (Int) -> Int = { $0 }"]),
      ("var a: (Int)\n  -> Int\nvar b: any P\n  & Q", ["var a: (Int)\n  -> Int", "var b: any P\n  & Q"]),
      ("var a = b\n  .c\n  .d { 1 }\nlet e = 2", ["var a = b\n  .c\n  .d { 1 }", "let e = 2"]),
      ("var a = 1 +\n  2\nvar b = 3", ["var a = 1 +\n  2", "var b = 3"]),
      ("var a = x < y, b = z > (w)", ["var a = x < y & b = z > (w)"]),
      ("var a = Set<Int>(), b: Array<Array<Int>> = []", ["var a = Set<Int>() & b: Array<Array<Int>> = []"]),
      ("var a: A<(Int) -> B, C>\nvar b = 1", ["var a: A<(Int) -> B, C>", "var b = 1"]),
      ("var a = if x { 1 } else { 2 }\nvar b = 1", ["var a = if x { 1 } else { 2 }", "var b = 1"]),
      ("var a = \"\\(b ? \"}\" : \"{\")\"\nvar c = 1", ["var a = \"\\(b ? \"}\" : \"{\")\"", "var c = 1"]),
      ("var a = 6 / 2; var b = 1 / 3", ["var a = 6 / 2", "var b = 1 / 3"]),
      ("var a = /}[\\/]{/\nvar b = 1", ["var a = /}[\\/]{/", "var b = 1"]),
      ("var `class` = 3\nvar open = 1, final = 2", ["var `class` = 3", "var open = 1 & final = 2"]),
      (
        "var a = #\"\"\"\n  }\"\"\"\n  \"\"\"#\nvar b = 1",
        ["var a = #\"\"\"\n  }\"\"\"\n  \"\"\"#", "var b = 1"]
      ),
      ("typealias A = B<\n  C\n>\nvar b = 1", ["typealias A", "var b = 1"]),
      ("func f<T>(a: T) -> T where T: P { a }\nvar b = 1", ["func f", "var b = 1"]),
      ("macro m() = #externalMacro(module: \"A\", type: \"B\")\nactor A {}", ["macro m", "actor A"]),
      ("nonisolated(unsafe) static var a = 1", ["nonisolated(unsafe) static var a = 1"]),
      ("var a: Bool { read { $0.b } }", ["var a: Bool {get}"]),
      ("var a: Int { get @A nonmutating set }", ["var a: Int {get set}"]),
      ("let a = 1...\nlet b = ...2", ["let a = 1...", "let b = ...2"]),
      (
        "let a = if b, c { 1 } else if let d, e { 2 } else { 3 }, f = 4",
        ["let a = if b, c { 1 } else if let d, e { 2 } else { 3 } & f = 4"]
      ),
      ("func f<\n  let n: Int,\n  T\n>(a: T) {}\nvar b = 1", ["func f", "var b = 1"]),
      ("protocol P:\n  class {}\nvar b = 1", ["protocol P", "var b = 1"]),
      (
        "var a = b\n#if X\n  .c\n#else\n  .d\n#endif\n  .e\nvar f = 1",
        ["var a = b\n#if X\n  .c\n#else\n  .d\n#endif\n  .e", "var f = 1"]
      ),
      ("#if X\nvar a = 1\n#endif\nvar b = 2", ["#if X", "var a = 1", "#endif", "var b = 2"]),
    ]
    for (source, members) in table { XCTAssertEqual(summary(members: source), members, source) }
  }

  func testOnlyVariablesWithoutObserversAreComputed() throws {
    let source = "struct A { var a: Int { 1 }; var b = 1 { didSet {} }; var c = 1; var d: Int { get { 1 } } }"
    let members = try XCTUnwrap(readType(source)).members
    let areComputed = members.map { member -> [Bool] in
      if case .variable(_, let bindings) = member.kind { bindings.map(\.isComputed) } else { [] }
    }
    XCTAssertEqual(areComputed, [[true], [false], [false], [true]])
  }
}
