import TroupeMacroScanner
import XCTest

final class FunctionTypeTests: XCTestCase {
  func testFunctionTypesAreTakenApart() throws {
    let table: [(source: String, parameters: [String], isThrowing: Bool, result: String)] = [
      ("() -> Void", [], false, "Void"),
      ("@Sendable (_ city: String) async throws -> Double", ["_ city: String"], true, "Double"),
      (
        "@MainActor @Sendable (Int, [Int: (String) -> Void]) -> (Int, Int)",
        ["Int", "[Int: (String) -> Void]"], false, "(Int, Int)"
      ),
      ("nonisolated(nonsending) () async -> Int", [], false, "Int"),
      ("(inout Int) throws(E) -> (Int) -> Bool", ["inout Int"], true, "(Int) -> Bool"),
      ("() throws(Never) -> Int", [], false, "Int"),
      ("@convention(c) (Int...) async -> A<B>?", ["Int..."], false, "A<B>?"),
    ]
    for (source, parameters, isThrowing, result) in table {
      let type = try XCTUnwrap(FunctionType(source), source)
      XCTAssertEqual(type.parameters.map(\.summary), parameters, source)
      XCTAssertEqual(type.isThrowing, isThrowing, source)
      XCTAssertEqual(type.result, result, source)
    }
  }

  func testWhatIsNoFunctionTypeIsNone() {
    for source in ["Int", "(() -> Void)?", "(Int, Int)", "[() -> Void]", "", "(", "()->", "any P"] {
      XCTAssertNil(FunctionType(source), source)
    }
  }
}
