import XCTest

@testable import TroupeCasePaths

final class StructLayoutTests: XCTestCase {
  private struct Plain {
    var first: UInt8 = 0
    var second = ""
    let third: UInt64 = 0
    var computed: Int { 0 }
    var observed = 0 { didSet {} }
  }

  private struct Generic<Value> {
    var value: Value
    var last: UInt64 = 0
  }

  private enum Choice { case one(Int) }
  private final class Object { var number = 0 }

  func testTheOffsetIsThatOfTheCompiler() {
    func offset(_ name: String) -> Int? { StructLayout.offset(ofProperty: name, in: Plain.self) }
    XCTAssertEqual(offset("first"), MemoryLayout<Plain>.offset(of: \.first))
    XCTAssertEqual(offset("second"), MemoryLayout<Plain>.offset(of: \.second))
    XCTAssertEqual(offset("third"), MemoryLayout<Plain>.offset(of: \.third))
    XCTAssertNotNil(offset("observed"))
    XCTAssertNil(offset("computed"))
    XCTAssertNil(offset("missing"))
  }

  func testOfAGenericTypeItIsThatOfTheArguments() {
    func assert<Value>(_ type: Value.Type, file: StaticString = #filePath, line: UInt = #line) {
      XCTAssertEqual(
        StructLayout.offset(ofProperty: "last", in: Generic<Value>.self),
        MemoryLayout<Generic<Value>>.offset(of: \.last),
        file: file,
        line: line
      )
    }
    assert(UInt8.self)
    assert(String.self)
    assert((Int, Int, Int).self)
    assert(Generic<String>.self)
    assert(Void.self)
  }

  func testOtherTypesHaveNone() {
    XCTAssertNil(StructLayout.offset(ofProperty: "one", in: Choice.self))
    XCTAssertNil(StructLayout.offset(ofProperty: "number", in: Object.self))
    XCTAssertNil(StructLayout.offset(ofProperty: "0", in: (Int, Int).self))
    XCTAssertNil(StructLayout.offset(ofProperty: "some", in: Int?.self))
  }
}
