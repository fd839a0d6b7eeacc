import Foundation
import TestSupport
import XCTest

@testable import TroupeRecording

/// How values are encoded for a recording.
final class ValueCodingTests: XCTestCase {
  private enum Kind: Codable, Hashable { case plain, labelled(id: Int, String), other(Double?) }

  private struct Key: Codable, Hashable { var name: String }

  private class Base: Codable { var first = 1 }

  private struct Everything: Codable, Equatable {
    var integers: [Int64] = [.min, 0, .max]
    var large = UInt64.max
    var small: UInt8 = 255
    var truth = true
    var text = "a \"b\" \\ \n\t\u{7F}\u{1} é 🎭"
    var floats = [0.1, -0.0, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, 1.0]
    var short: Float = 0.1
    var nothing: Int?
    var nested: [[Kind]] = [[.plain], [.labelled(id: 3, "x"), .other(nil), .other(2)]]
    var byText = ["b": 1, "a": 2]
    var byNumber = [3: "c", 1: "a"]
    var byKey = [Key(name: "z"): 1, Key(name: "y"): 2]
    var set: Set<Kind> = [.plain, .other(1), .labelled(id: 1, "")]
    var date = Date(timeIntervalSinceReferenceDate: 0.1)
    var id: UUID? = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")
    var data = Data([1, 2])
    var url = URL(string: "https://example.org/a?b#c")
    var decimal = Decimal(string: "1.10")
  }

  // S665
  func testWhatIsEncodedIsDecoded() throws {
    let value = Everything()
    let encoded = try ValueEncoder.encode(value)
    let text = encoded.json
    XCTAssertFalse(text.contains(0x0A))
    let parsed = try JSONParser.parse(text[...])
    XCTAssertEqual(parsed, encoded)
    let decoded = try ValueDecoder.decode(Everything.self, from: parsed)
    XCTAssertEqual(decoded, value)
    XCTAssertEqual(decoded.floats.map(\.bitPattern), value.floats.map(\.bitPattern))
    XCTAssertEqual(try ValueEncoder.encode(decoded).json, text)
    // Others read it, too.
    XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(text)))
  }

  // S665
  func testTheTextIsTheSameInEveryProcess() throws {
    struct Value: Codable {
      var set: Set<String> = ["c", "a", "b", "d", "e"]
      var byKey: [[Int]: Set<Int>] = [[2]: [9, 10, 1], [1, 5]: []]
      var members = ["b": 0.5, "a": Double.nan, "C": -1]
      var optional: Set<Int>? = [3, 2]
      var one: Float = 1
    }
    let encoded = try ValueEncoder.encode(Value())
    XCTAssertEqual(
      String(decoding: encoded.json, as: UTF8.self),
      """
      {"byKey":[[1,5],[],[2],[1,10,9]],"members":{"C":-1.0,"a":"nan","b":0.5},"one":1.0,"optional":[2,3],\
      "set":["a","b","c","d","e"]}
      """
    )
    XCTAssertEqual(encoded.hash, "c83dc2a2239acfe0")
    XCTAssertEqual(RecordedValue.string("a").hash, "d4272417d7c77eea")
  }

  // S665
  func testAllThatIsNoNumberIsOneText() throws {
    let numbers = [Double.nan, -.nan, .signalingNaN, Double(nan: 7, signaling: false)]
    XCTAssertEqual(Set(try numbers.map { try ValueEncoder.encode($0) }), [.string("nan")])
    XCTAssertTrue(try ValueDecoder.decode(Float.self, from: .string("nan")).isNaN)
    XCTAssertThrowsError(try ValueDecoder.decode(Float.self, from: .string("1")))
  }

  // S665
  func testContainersInContainersAndEmptyValues() throws {
    struct Empty: Codable, Equatable {}
    struct Nested: Codable, Equatable {
      enum Key: CodingKey { case outer, inner, list }
      var number = 4

      init() {}
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = try inner.nestedUnkeyedContainer(forKey: .list)
        XCTAssertTrue(try list.decodeNil())
        number = try list.decode(Int.self)
        XCTAssertTrue(list.isAtEnd)
        XCTAssertEqual(try outer.superDecoder().singleValueContainer().decode(String.self), "s")
      }

      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = inner.nestedUnkeyedContainer(forKey: .list)
        try list.encodeNil()
        try list.encode(number)
        var single = outer.superEncoder().singleValueContainer()
        try single.encode("s")
      }
    }
    let nested = try ValueEncoder.encode(Nested())
    XCTAssertEqual(String(decoding: nested.json, as: UTF8.self), #"{"outer":{"list":[null,4]},"super":"s"}"#)
    XCTAssertEqual(try ValueDecoder.decode(Nested.self, from: nested), Nested())
    XCTAssertEqual(try ValueEncoder.encode(Empty()), .object([:]))
    XCTAssertEqual(try ValueDecoder.decode(Empty.self, from: .object([:])), Empty())
  }

  // S665
  func testTextsThatAreNoneOfAValueAreRefused() {
    for text in [
      "", "{", "[1,]", "[1", #"{"a"}"#, #"{"a":}"#, "nul", "1-", "--1", "+", #""a"#, #""\u12"#, "1 2",
      "{1:2}",
      String(repeating: "[", count: 10_000),
    ] {
      XCTAssertThrowsError(try JSONParser.parse(Array(text.utf8)[...]), text)
    }
    XCTAssertEqual(
      try JSONParser.parse(Array(#" [ "\u00e9\ud83c\udfad\/" , 1e5 ] "#.utf8)[...]),
      .array([.string("é🎭/"), .number("1e5")])
    )
  }

  // S666
  func testChangesMakeOneValueTheOther() throws {
    // The system's generator has the size zero. The address of such a parameter is undefined, and the thread
    // sanitizer may crash at it.
    for seed: UInt64 in 0..<500 {
      var generator = SeededRandom(seed)
      let old = Self.random(4, &generator)
      let new = Bool.random(using: &generator) ? Self.varied(old, &generator) : Self.random(4, &generator)
      let changes = ValueChange.changes(from: old, to: new)
      XCTAssertEqual(changes.isEmpty, old == new, "seed \(seed)")
      var value = old
      for change in changes { XCTAssertTrue(ValueChange.apply(change, to: &value), "\(change)") }
      XCTAssertEqual(value, new, "seed \(seed)")
    }
  }

  // S666
  func testAChangeOfOneElementIsShort() throws {
    let old = RecordedValue.array((0..<100).map { .object(["name": .integer($0), "on": .bool(true)]) })
    guard case .array(var elements) = old else { return XCTFail("It is an array.") }
    elements[40]["on"] = .bool(false)
    XCTAssertEqual(
      ValueChange.changes(from: old, to: .array(elements)).map { String(decoding: $0.json, as: UTF8.self) },
      [#"[[40,"on"],false]"#]
    )
    elements[40]["on"] = .bool(true)
    elements.remove(at: 50)
    XCTAssertEqual(
      ValueChange.changes(from: old, to: .array(elements)).map { String(decoding: $0.json, as: UTF8.self) },
      ["[[],50,1,[]]"]
    )
    var value = old
    XCTAssertFalse(ValueChange.apply(.array([.array([.integer(100)]), .null]), to: &value))
    XCTAssertEqual(value, old)
  }

  private static func random(_ depth: Int, _ generator: inout some RandomNumberGenerator) -> RecordedValue {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
    case 0: .integer(Int.random(in: 0..<3, using: &generator))
    case 1: .string(["", "a", "b"].randomElement(using: &generator) ?? "")
    case 2: .null
    case 3, 4:
      .array((0..<Int.random(in: 0..<5, using: &generator)).map { _ in random(depth - 1, &generator) })
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0..<4, using: &generator)).map { ("k\($0)", random(depth - 1, &generator)) },
          uniquingKeysWith: { first, _ in first }
        )
      )
    }
  }

  private static func varied(
    _ value: RecordedValue,
    _ generator: inout some RandomNumberGenerator
  ) -> RecordedValue {
    switch value {
    case .array(var elements):
      let index = Int.random(in: 0...elements.count, using: &generator)
      if index < elements.count, Bool.random(using: &generator) {
        elements[index] = varied(elements[index], &generator)
      } else if index < elements.count, Bool.random(using: &generator) {
        elements.remove(at: index)
      } else {
        elements.insert(random(1, &generator), at: index)
      }
      return .array(elements)
    case .object(let members):
      return .object(members.mapValues { Bool.random(using: &generator) ? varied($0, &generator) : $0 })
    default: return random(1, &generator)
    }
  }
}
