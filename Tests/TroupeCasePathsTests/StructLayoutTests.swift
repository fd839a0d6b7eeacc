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

  private struct Inner {
    var flag = false
    var values: (one: Generic<String>, text: String) = (Generic(value: ""), "")
    var box = Generic<[Int]>(value: [])
  }

  private struct Outer {
    var text = ""
    var first = Generic<[Int]>(value: [])
    var inner = Inner()
    var other = Generic<Int>(value: 0)
    weak var object: Object?
  }

  func testAPropertyIsFoundByItsTypeAlsoInAStructInTheStruct() throws {
    func offsets<Value>(of type: Value.Type) -> [Int] {
      var found: [Int] = []
      let last = StructLayout.property(of: type, in: Outer.self) {
        found.append($0.offset)
        return false
      }
      XCTAssertNil(last)
      return found
    }
    let first = try XCTUnwrap(MemoryLayout<Outer>.offset(of: \.first))
    let box = try XCTUnwrap(MemoryLayout<Outer>.offset(of: \.inner.box))
    let other = try XCTUnwrap(MemoryLayout<Outer>.offset(of: \.other))
    XCTAssertEqual(offsets(of: Generic<[Int]>.self), [first, box])
    XCTAssertEqual(offsets(of: Generic<Int>.self), [other])
    // In a tuple, none is searched for.
    XCTAssertEqual(offsets(of: Generic<String>.self), [])
    let second = StructLayout.property(of: Generic<[Int]>.self, in: Outer.self) { $0.offset != first }
    XCTAssertEqual(second, StructLayout.Property(offset: box, names: ["inner", "box"]))
    XCTAssertNil(StructLayout.property(of: Int.self, in: Object.self) { _ in true })
    XCTAssertNil(StructLayout.property(of: Int.self, in: Choice.self) { _ in true })
  }
}
