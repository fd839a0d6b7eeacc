import TroupeMacroScanner
import XCTest

final class TypeShapeTests: XCTestCase {
  func testTheKindOfATypeIsThatOfAllOfIt() {
    let table: [(source: String, isFunction: Bool, isOptional: Bool, text: String)] = [
      ("Int?", false, true, "Int?"), ("Int!", false, true, "Int!"), ("(Int?)", false, true, "Int?"),
      ("() -> Int?", true, false, "() -> Int?"), ("(() -> Int)?", false, true, "(() -> Int)?"),
      ("((@Sendable () -> Int?))", true, false, "@Sendable () -> Int?"),
      ("Int?.Type", false, false, "Int?.Type"),
      ("(Int, String)?", false, true, "(Int, String)?"), ("(Int, Int)", false, false, "(Int, Int)"),
      ("(a: Int)", false, false, "(a: Int)"), ("(repeat each T)", false, false, "(repeat each T)"),
      ("nonisolated(nonsending) () async -> Int?", true, false, "nonisolated(nonsending) () async -> Int?"),
      ("@isolated (any) () -> Int", true, false, "@isolated (any) () -> Int"),
      ("@Swift::MainActor @A.B (Int) -> Int", true, false, "@Swift::MainActor @A.B (Int) -> Int"),
      ("() -> (Int) -> Int?", true, false, "() -> (Int) -> Int?"),
      ("[() -> Int?]", false, false, "[() -> Int?]"),
      ("(/* ) */ Int?)", false, true, "Int?"), ("", false, false, ""), ("(", false, false, "("),
    ]
    for (source, isFunction, isOptional, text) in table {
      let shape = TypeShape(source)
      XCTAssertEqual(shape.function != nil, isFunction, source)
      XCTAssertEqual(shape.isOptional, isOptional, source)
      XCTAssertEqual(shape.text, text, source)
    }
  }

  func testAParameterIsTakenApart() {
    let table: [(source: String, specifiers: [String], type: String, isVariadic: Bool)] = [
      ("Int", [], "Int", false), ("inout Int", ["inout"], "Int", false), ("Int...", [], "Int", true),
      ("@autoclosure @escaping () -> Int", ["@autoclosure", "@escaping"], "() -> Int", false),
      ("@autoclosure(() -> Int)", ["@autoclosure"], "() -> Int", false),
      ("consuming sending Box", ["consuming", "sending"], "Box", false),
      ("isolated (any Actor)?", ["isolated"], "(any Actor)?", false),
      ("@isolated(any) () -> Void", ["@isolated(any)"], "() -> Void", false),
      ("repeat each T", ["repeat"], "each T", false), ("(Int, String)...", [], "(Int, String)", true),
      ("__owned @MainActor () -> Int", ["__owned", "@MainActor"], "() -> Int", false),
    ]
    for (source, specifiers, type, isVariadic) in table {
      let parameter = ParameterType(source)
      XCTAssertEqual(parameter.specifiers, specifiers, source)
      XCTAssertEqual(parameter.type.text, type, source)
      XCTAssertEqual(parameter.isVariadic, isVariadic, source)
    }
  }

  func testTheErrorsOfAFunctionAreRead() throws {
    let table: [(source: String, isThrowing: Bool, isAny: Bool, thrown: String?)] = [
      ("() -> Int", false, false, nil), ("() throws -> Int", true, true, nil),
      ("() throws(E) -> Int", true, false, "E"), ("() throws(any Error) -> Int", true, true, "any Error"),
      ("() async throws(Swift.Error) -> Int", true, true, "Swift.Error"),
      ("() throws(any Swift::Error) -> Int", true, true, "any Swift::Error"),
      ("() throws(Never) -> Int", false, false, "Never"),
      ("() throws (Swift.Never) -> Int", false, false, "Swift.Never"),
      ("() throws(A.Error) -> Int", true, false, "A.Error"),
      ("() throws(E<Int>) -> Int", true, false, "E<Int>"),
    ]
    for (source, isThrowing, isAny, thrown) in table {
      let type = try XCTUnwrap(FunctionType(source), source)
      XCTAssertEqual(type.isThrowing, isThrowing, source)
      XCTAssertEqual(type.throwsAnyError, isAny, source)
      XCTAssertEqual(type.thrownType, thrown, source)
      XCTAssertEqual(type.isAsync, source.contains("async"), source)
    }
  }

  func testWhatReturnsNothingIsKnown() {
    for result in ["Void", "()", "(())", "(Void)", "Swift.Void", "Swift::Void", "/* a */ ()"] {
      XCTAssertEqual(FunctionType("() -> \(result)")?.returnsVoid, true, result)
    }
    for result in ["Void?", "Int", "A.Void", "(Void, Void)", "[()]", "() -> Void"] {
      XCTAssertEqual(FunctionType("() -> \(result)")?.returnsVoid, false, result)
    }
  }

  func testTypesGoOnInTheNextLine() {
    let table: [(source: String, members: [String])] = [
      (
        "var a: @isolated(any)\n  (Int)\n  async\n  throws(E)\n  -> Int\nvar b = 1",
        [
          "var a: @isolated(any)\n  (Int)\n  async\n  throws(E)\n  -> Int", "var b = 1",
        ]
      ),
      (
        "var a: nonisolated(nonsending)\n  () async -> Int\nvar b = 1",
        [
          "var a: nonisolated(nonsending)\n  () async -> Int", "var b = 1",
        ]
      ),
      (
        "var a: Swift::Int\n@MainActor var b: (Swift::Int) -> Void\nnonisolated(unsafe) var c: Int",
        [
          "var a: Swift::Int", "@MainActor var b: (Swift::Int) -> Void", "nonisolated(unsafe) var c: Int",
        ]
      ),
    ]
    for (source, members) in table { XCTAssertEqual(summary(members: source), members, source) }
  }
}
