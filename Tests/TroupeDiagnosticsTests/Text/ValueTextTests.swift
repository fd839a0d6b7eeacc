import Observation
import Synchronization
import TroupeDiagnostics
import XCTest

final class ValueTextTests: XCTestCase {
  private enum Feature {
    struct State {
      var count = 1
      var name = "x"
      var rows: [Row] = []
    }

    struct Row {
      var id: Int
      var title: String
    }

    enum Action {
      case started
      case loaded([Int])
      case failed(code: Int, String)
      indirect case nested(Action?)
    }
  }

  private func check<Value>(
    _ value: Value,
    _ expected: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    XCTAssertEqual(valueText(of: value), expected, file: file, line: line)
  }

  // MARK: Structs, enums, tuples

  func testAStructThatFitsIsOneLine() {
    check(Feature.State(), #"ValueTextTests.Feature.State(count: 1, name: "x", rows: [])"#)
  }

  func testAStructThatDoesNotFitHasALinePerProperty() {
    let rows = [Feature.Row(id: 1, title: "one"), Feature.Row(id: 2, title: "two")]
    check(
      Feature.State(name: "a name that takes its room", rows: rows),
      """
      ValueTextTests.Feature.State(
        count: 1,
        name: "a name that takes its room",
        rows: [
          ValueTextTests.Feature.Row(id: 1, title: "one"),
          ValueTextTests.Feature.Row(id: 2, title: "two")
        ]
      )
      """
    )
  }

  func testEnumsShowCaseAndPayload() {
    check(Feature.Action.started, "ValueTextTests.Feature.Action.started")
    check(
      [Feature.Action.started, .loaded([1]), .failed(code: 4, "no"), .nested(.nested(nil))],
      #"[.started, .loaded([1]), .failed(code: 4, "no"), .nested(.nested(nil))]"#
    )
  }

  func testAnEnumThatDescribesItselfShowsItsTextOrItsPayload() {
    enum Color: CustomStringConvertible {
      case red, other(Int)
      var description: String { "a color" }
    }
    enum Poem: CustomStringConvertible {
      case short
      var description: String { "one\ntwo" }
    }
    check([Color.red, .other(3)], "[Color(a color), .other(3)]")
    check(Poem.short, "Poem(\n  one\n  two\n)")
  }

  func testTuplesAndVoid() {
    check((1, name: "x"), #"(1, name: "x")"#)
    check((), "()")
  }

  func testPrivateAndGenericTypesHavePlainNames() {
    struct Box<Value> { var value: Value }
    struct Empty {}
    check(Box(value: Empty()), "Box(value: Empty())")
    check(
      [Box<Int>.self, [Box<Empty?>]?.self] as [Any],
      "[Box<Int>.self, Optional<Array<Box<Optional<Empty>>>>.self]"
    )
  }

  // MARK: Leaves

  func testNumbersAndTruthValues() {
    check([1, 2.5, true, UInt8(7), -0.0, Double.nan] as [Any], "[1, 2.5, true, 7, -0.0, nan]")
  }

  func testOptionals() {
    check(Optional(3), "3")
    check(Int?.none, "nil")
    check(Int??.some(nil), ".some(nil)")
    check([1 as Any?, nil, "a"], #"[1, nil, "a"]"#)
  }

  func testStringsAreQuotedAndWhatIsInvisibleIsEscaped() {
    check("say \"hi\"\t\\ \u{A0}\u{200B}é👨‍👩‍👧", #""say \"hi\"\t\\ \u{A0}\u{200B}é👨‍👩‍👧""#)
    check("abcd".dropFirst(), #""bcd""#)
    check(["c" as Character, "s" as Unicode.Scalar, "t" as StaticString] as [Any], #"["c", "s", "t"]"#)
  }

  func testStringsOfSeveralLinesAreBlocks() {
    check(
      (text: "one\r\n  \"two\"\n", 1),
      #"""
      (
        text: """
          one\r
            "two"

          """,
        1
      )
      """#
    )
    check("a\n\"\"\"", "\"\"\"\n  a\n  \\\"\\\"\\\"\n  \"\"\"")
  }

  func testRangesAndDurations() {
    check([0..<3, 0...3] as [any RangeExpression<Int>], "[0..<3, 0...3]")
    check(0..., "PartialRangeFrom(lowerBound: 0)")
    check(Duration.milliseconds(1_500), "1.5 seconds")
  }

  func testFunctionsTypesAndKeyPaths() {
    struct Work { var run: @Sendable (Int) async throws -> Bool = { _ in true } }
    check(Work(), "Work(run: @Sendable (Int) async throws -> Bool)")
    check([Int.self, (any Error).self, Work.self] as [Any], "[Int.self, Error.self, Work.self]")
    check(\Feature.State.count, #"\State.count"#)
    let computed = valueText(of: \Feature.State.name.count)
    XCTAssertFalse(computed.contains("0x"), computed)
  }

  func testExistentialsAndErasedKeysShowWhatIsInThem() {
    struct Failure: Error { var code = 1 }
    check(Result<Int, any Error>.failure(Failure()), "Result.failure(Failure(code: 1))")
    check(["a" as AnyHashable: 1 as Any], #"["a": 1]"#)
    check(Task<Int, Never> { 1 }, "Task(_task: …)")
  }

  func testATypeThatHidesItsPropertiesShowsItsDescription() {
    struct Temperature: CustomStringConvertible {
      var _kelvin = 300.0
      var description: String { "27 °C" }
    }
    struct Report: CustomStringConvertible {
      var _lines = 2
      var description: String { "first\nsecond" }
    }
    struct Open: CustomStringConvertible {
      var value = 1
      var description: String { "not shown" }
    }
    check(Temperature(), "Temperature(27 °C)")
    check(Report(), "Report(\n  first\n  second\n)")
    check(Open(), "Open(value: 1)")
  }

  // MARK: Collections

  func testListsInTheirOrder() {
    check([3, 1, 2], "[3, 1, 2]")
    check([3, 1, 2][1...], "[1, 2]")
    check([Int](), "[]")
    check([3, 1].reversed(), "ReversedCollection([1, 3])")
  }

  func testATypeThatIsACollectionShowsItsElements() {
    struct Rows: RandomAccessCollection {
      var storage = [1: "one", 2: "two"]
      var startIndex: Int { 1 }
      var endIndex: Int { 3 }
      subscript(index: Int) -> String { storage[index] ?? "" }
    }
    struct Mirrored: CustomReflectable {
      var customMirror: Mirror { Mirror(self, unlabeledChildren: [1, 2], displayStyle: .collection) }
    }
    check(Rows(), #"Rows(["one", "two"])"#)
    check(Mirrored(), "[1, 2]")
  }

  func testDictionariesAndSetsAreSortedAndNumbersBySize() {
    check(Set([10, 9, 100]), "Set([9, 10, 100])")
    check(Set(["b", "a"]), #"Set(["a", "b"])"#)
    check(["b": 1, "a": 2], #"["a": 2, "b": 1]"#)
    check([Int: Int](), "[:]")
    check(["a": [10: "x", 9: "y"]], #"["a": [9: "y", 10: "x"]]"#)
  }

  func testTheTextDoesNotDependOnHashing() {
    struct Key: Hashable { var name: String, tags: Set<Int> }
    final class Object: Hashable {
      let name: String
      init(_ name: String) { self.name = name }
      static func == (lhs: Object, rhs: Object) -> Bool { lhs.name == rhs.name }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    let objects = (0..<20).map { Object("\($0)") }
    var texts: Set<String> = []
    var orders: Set<[Int]> = []
    for run in 0..<20 {
      // The position of an element depends on the capacity and on earlier elements.
      var set = Set<Int>(minimumCapacity: 1 << (run % 8 + 5))
      var table = [Key: Int](minimumCapacity: 1 << (run % 8 + 5))
      var shared = Set<Object>(minimumCapacity: 1 << (run % 8 + 5))
      for number in (0..<20).shuffled() {
        set.insert(number)
        table[Key(name: "k", tags: Set((0..<number).shuffled()))] = number
        shared.insert(objects[number])
      }
      orders.insert(Array(set))
      texts.insert(valueText(of: ([shared, set, shared] as [Any], table, Array(shared.prefix(0)))))
    }
    XCTAssertGreaterThan(orders.count, 1, "The orders don't differ: the test shows nothing.")
    XCTAssertEqual(texts.count, 1)
  }

  // MARK: Objects

  private class Base { var id = 1 }

  private final class Node: Base {
    var name: String
    var next: Node?
    init(_ name: String) { self.name = name }
  }

  func testObjectsShowInheritedPropertiesFirst() {
    check(Node("a"), #"ValueTextTests.Node(id: 1, name: "a", next: nil)"#)
  }

  func testAnObjectSeenBeforeIsReferredTo() {
    let a = Node("a")
    let b = Node("b")
    check(
      [a, b, a],
      """
      [
        ValueTextTests.Node#1(id: 1, name: "a", next: nil),
        ValueTextTests.Node(id: 1, name: "b", next: nil),
        ValueTextTests.Node#1
      ]
      """
    )
  }

  func testCyclesEnd() {
    let a = Node("a")
    let b = Node("b")
    a.next = b
    b.next = a
    defer { a.next = nil }
    check(
      a,
      """
      ValueTextTests.Node#1(
        id: 1,
        name: "a",
        next: ValueTextTests.Node(id: 1, name: "b", next: ValueTextTests.Node#1)
      )
      """
    )
  }

  func testObjectsMadeForReadingOnlyAreNotTakenForEachOther() {
    struct Computed: CustomValueText {
      let name: String
      var valueForText: Any { Node(name) }
    }
    XCTAssertFalse(valueText(of: (0..<100).map { Computed(name: "\($0)") }).contains("#"))
  }

  func testActorsAndWhatIsNotCopyableAreNotLookedInto() {
    actor Counter { var count = 1 }
    final class Guarded: Sendable { let count = Mutex(1) }
    check(Counter(), "Counter(actor)")
    check(Guarded(), "Guarded(count: …)")
  }

  func testObservableAndLazyPropertiesHaveTheirNames() {
    struct Lazy { lazy var total = 3 }
    check(Model(), "ValueTextTests.Model(count: 1)")
    check(Lazy(), "Lazy(total: nil)")
  }

  @Observable
  fileprivate final class Model { var count = 1 }

  // MARK: Custom texts

  @propertyWrapper
  private struct Remembered<Value>: CustomValueText {
    var wrappedValue: Value
    var generation = 7
    var valueForText: Any { wrappedValue }
  }

  // S261
  func testAPropertyWrapperThatStandsForItsValueIsShownAsTheProperty() {
    struct State { @Remembered var child: Int? = 3 }
    check(State(), "State(child: 3)")
  }

  // S257
  func testATupleThatStandsForAValueIsShownAsItsProperties() {
    struct Prompt: CustomValueText {
      var id = 12
      var title = "Delete?"
      var valueForText: Any { (title: title, buttons: ["Yes", "No"]) }
    }
    check(Prompt(), #"Prompt(title: "Delete?", buttons: ["Yes", "No"])"#)
  }

  func testAValueThatStandsForItselfEnds() {
    struct Selfish: CustomValueText { var valueForText: Any { self } }
    check(Selfish(), "…")
  }

  // MARK: Depth

  func testWhatIsTooDeepIsCut() {
    var action = Feature.Action.started
    var list: Any = 1
    for _ in 0..<10_000 {
      action = .nested(action)
      list = [list]
    }
    let text = valueText(of: action)
    XCTAssertTrue(text.contains("…"))
    XCTAssertEqual(text.split(separator: "\n").count, 83)
    XCTAssertTrue(valueText(of: list).contains("…"))
  }
}
