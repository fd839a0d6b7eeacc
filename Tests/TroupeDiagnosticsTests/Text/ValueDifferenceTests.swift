import Synchronization
import TroupeDiagnostics
import XCTest

final class ValueDifferenceTests: XCTestCase {
  private func check<Value>(
    _ old: Value,
    _ new: Value,
    _ expected: String?,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    XCTAssertEqual(valueDifference(from: old, to: new), expected, file: file, line: line)
  }

  private struct Row: Equatable, Identifiable {
    let id: Int
    var title = "t"
    var isDone = false
  }

  private struct State: Equatable {
    var count = 0
    var name = "x"
    var size = 1.5
    var rows: [Row] = []
    var status = Status.idle
  }

  private enum Status: Equatable { case idle, loading(Int), loaded(count: Int, at: Double) }

  // MARK: Records

  func testEqualValuesDoNotDiffer() {
    check(State(), State(), nil)
    check((1, "a"), (1, "a"), nil)
  }

  func testOnlyThePathToAChangeIsOpened() {
    struct Outer { var inner: Inner, other = [1, 2], last = 1 }
    struct Inner { var value: Int, a = 1, b = 2 }
    check(
      Outer(inner: Inner(value: 1)),
      Outer(inner: Inner(value: 2)),
      """
        Outer(
          inner: Inner(
      -     value: 1,
      +     value: 2,
            … (2 unchanged)
          ),
          … (2 unchanged)
        )
      """
    )
  }

  func testALoneNeighbourIsShownWhereItIsShort() {
    check(
      (count: 1, name: "x", rows: [1]),
      (count: 1, name: "y", rows: [1]),
      """
        (
          count: 1,
      -   name: "x",
      +   name: "y",
          … (1 unchanged)
        )
      """
    )
  }

  func testLongValuesTakeSeveralLinesOfOneSign() {
    let long = "a text that is so long that it needs at least a separate line"
    check(
      [State](),
      [State(name: long)],
      """
        [
      +   [0]: ValueDifferenceTests.State(
      +     count: 0,
      +     name: "\(long)",
      +     size: 1.5,
      +     rows: [],
      +     status: .idle
      +   )
        ]
      """
    )
  }

  // MARK: Enums and optionals

  func testAnotherCaseIsAReplacement() {
    check(
      Status.idle,
      .loading(1),
      """
      - ValueDifferenceTests.Status.idle
      + ValueDifferenceTests.Status.loading(1)
      """
    )
  }

  func testThePayloadOfTheSameCaseIsOpened() {
    check(
      [Status.loaded(count: 1, at: 0.5)],
      [.loaded(count: 2, at: 0.5)],
      """
        [
          [0]: .loaded(
      -     count: 1,
      +     count: 2,
            at: 0.5
          )
        ]
      """
    )
  }

  func testOptionals() {
    check(Int?.none, 1, "- nil\n+ 1")
    check(Int??.some(nil), Int??.none, "- .some(nil)\n+ nil")
    check(
      Optional((a: 1, b: [2])),
      (a: 3, b: [2]),
      """
        (
      -   a: 1,
      +   a: 3,
          … (1 unchanged)
        )
      """
    )
  }

  // MARK: Strings

  func testStringsOfOneLineAreShownInFull() {
    check("abc", "abd", "- \"abc\"\n+ \"abd\"")
  }

  func testStringsOfSeveralLinesDifferByLine() {
    check(
      (text: "one\ntwo\nthree\nfour\nfive", 1),
      (text: "one\ntwo\n3\nfour\nsix\n", 1),
      #"""
        (
          text: """
            … (2 unchanged)
      -     three
      +     3
            four
      -     five
      +     six
      +
            """,
          1
        )
      """#
    )
  }

  // MARK: Lists

  func testIdentifiedElementsAreFoundByTheirIDs() {
    let old = (0..<6).map { Row(id: $0) }
    var new = old
    new[3].isDone = true
    new.remove(at: 0)
    new.append(Row(id: 9))
    check(
      old,
      new,
      """
        [
      -   [0]: ValueDifferenceTests.Row(id: 0, title: "t", isDone: false),
          … (2 unchanged)
          [3 → 2]: ValueDifferenceTests.Row(
            id: 3,
            title: "t",
      -     isDone: false
      +     isDone: true
          ),
          … (2 unchanged)
      +   [5]: ValueDifferenceTests.Row(id: 9, title: "t", isDone: false)
        ]
      """
    )
  }

  func testAnotherIDIsAnotherElement() {
    check(
      [Row(id: 1)],
      [Row(id: 2)],
      """
        [
      -   [0]: ValueDifferenceTests.Row(id: 1, title: "t", isDone: false),
      +   [0]: ValueDifferenceTests.Row(id: 2, title: "t", isDone: false)
        ]
      """
    )
  }

  func testOtherElementsAreFoundByWhatIsEqualAroundThem() {
    struct Point { var x: Int, y = 0 }
    check(
      [1, 2, 3, 4, 5].map { Point(x: $0) },
      [2, 3, 7, 5, 6].map { Point(x: $0) },
      """
        [
      -   [0]: Point(x: 1, y: 0),
          … (2 unchanged)
          [3 → 2]: Point(
      -     x: 4,
      +     x: 7,
            y: 0
          ),
          … (1 unchanged)
      +   [4]: Point(x: 6, y: 0)
        ]
      """
    )
  }

  // MARK: Sets and dictionaries

  func testSetsDifferByMembership() {
    check(
      Set(["a", "b", "c"]),
      ["b", "c", "d", "e"],
      """
        Set([
      -   "a",
      +   "d",
      +   "e",
          … (2 unchanged)
        ])
      """
    )
  }

  func testDictionariesDifferByKey() {
    check(
      [1: (a: 1, b: [1]), 2: (a: 2, b: []), 3: (a: 3, b: []), 10: (a: 1, b: [])],
      [1: (a: 2, b: [1]), 2: (a: 2, b: []), 3: (a: 3, b: []), 9: (a: 1, b: [])],
      """
        [
          1: (
      -     a: 1,
      +     a: 2,
            … (1 unchanged)
          ),
      +   9: (a: 1, b: []),
      -   10: (a: 1, b: []),
          … (2 unchanged)
        ]
      """
    )
  }

  // MARK: Objects

  private final class Node {
    var name: String
    var next: Node?
    init(_ name: String, _ next: Node? = nil) { (self.name, self.next) = (name, next) }
  }

  func testObjectsDifferByTheirProperties() {
    let node = Node("a")
    check(node, node, nil)
    check(node, Node("a"), nil)
    check(
      node,
      Node("b"),
      """
        ValueDifferenceTests.Node(
      -   name: "a",
      +   name: "b",
          next: nil
        )
      """
    )
  }

  func testCyclesEnd() {
    let (a, b) = (Node("a", Node("b")), Node("a", Node("b")))
    a.next?.next = a
    b.next?.next = b
    defer { (a.next, b.next) = (nil, nil) }
    check(a, b, nil)
    b.next?.name = "c"
    check(
      a,
      b,
      """
        ValueDifferenceTests.Node(
          name: "a",
          next: ValueDifferenceTests.Node(
      -     name: "b",
      +     name: "c",
            … (1 unchanged)
          )
        )
      """
    )
  }

  func testAChangedObjectIsOpenedOnce() {
    let (old, new) = (Node("a"), Node("b"))
    check(
      (old, old),
      (new, new),
      """
        (
          ValueDifferenceTests.Node(
      -     name: "a",
      +     name: "b",
            next: nil
          ),
          ValueDifferenceTests.Node(…) // changed as shown elsewhere
        )
      """
    )
  }

  func testWhatWasOnlyTriedDoesNotCountAsShown() {
    let (a, x) = (Node("a"), Node("x"))
    check(
      (list: [a, Node("b")], a),
      (list: [x, Node("a"), Node("b")], x),
      """
        (
          list: [
      +     [0]: ValueDifferenceTests.Node(name: "x", next: nil),
            … (2 unchanged)
          ],
          ValueDifferenceTests.Node(
      -     name: "a",
      +     name: "x",
            next: nil
          )
        )
      """
    )
  }

  func testSharedObjectsAreNotFollowedAgainAndAgain() {
    final class Pair {
      var (left, right): (Pair?, Pair?)
      var leaf = 0
      init(_ child: Pair?) { (left, right) = (child, child) }
    }
    func tower(_ leaf: Int) -> Pair {
      let bottom = Pair(nil)
      bottom.leaf = leaf
      return (0..<35).reduce(bottom) { child, _ in Pair(child) }
    }
    check(tower(1), tower(1), nil)
    XCTAssertNotNil(valueDifference(from: tower(1), to: tower(2)))
    XCTAssertLessThan(valueText(of: tower(1)).count, 30_000)
  }

  // MARK: What looks the same

  // S306
  func testObjectsThatAreComparedByIdentitySayWhyTheyDiffer() {
    final class Token: Equatable {
      let name = "a"
      static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    }
    check(
      [Token()],
      [Token()],
      """
        [
      -   [0]: Token(name: "a")
      +   [0]: Token(name: "a")
          // The values look the same, but `==` of the class Token returns false: it may compare identities.
        ]
      """
    )
  }

  // S306
  func testValuesWithHiddenDifferencesSaySo() {
    struct Hidden: Equatable, CustomReflectable {
      var value: Int
      var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
    }
    check(
      Hidden(value: 1),
      Hidden(value: 2),
      """
      - Hidden(shown: 1)
      + Hidden(shown: 1)
        // The values look the same, but `==` of Hidden returns false: it may compare parts that aren't shown.
      """
    )
  }

  func testADescriptionThatHidesTheDifferenceIsOpened() {
    struct Poem: Equatable, CustomStringConvertible {
      var _title: String
      var description: String { "one\ntwo" }
    }
    check(
      Poem(_title: "a"),
      Poem(_title: "b"),
      """
        Poem(
      -   _title: "a"
      +   _title: "b"
        )
      """
    )
  }

  func testNotANumberIsExplained() {
    check(
      Double.nan,
      Double.nan,
      """
      - nan
      + nan
        // NaN is not equal to any value, not even to itself.
      """
    )
  }

  func testValuesOfOtherTypesThatLookTheSameNameThem() {
    check(
      [1, "a"] as [Any],
      [1 as Int8, "a" as Character],
      """
        [
      -   [0]: 1,
      +   [0]: 1,
          // The values look the same, but one has the type Int, and the other has the type Int8.
      -   [1]: "a"
      +   [1]: "a"
          // The values look the same, but one has the type String, and the other has the type Character.
        ]
      """
    )
  }

  func testWhatIsEqualDoesNotDifferHoweverItLooks() {
    struct Tagged: Equatable {
      var name: String
      static func == (lhs: Tagged, rhs: Tagged) -> Bool { true }
    }
    check([Tagged(name: "a")], [Tagged(name: "b")], nil)
    check(-0.0, 0.0, nil)
  }

  func testAnotherTypeBehindAnExistentialIsAReplacement() {
    struct Circle { var radius = 1 }
    struct Square { var side = 1 }
    check(
      (shape: Circle() as Any, 1),
      (shape: Square() as Any, 1),
      """
        (
      -   shape: Circle(radius: 1),
      +   shape: Square(side: 1),
          1
        )
      """
    )
  }

  func testFunctionsAreNeverToldApart() {
    check({ 1 }, { 2 }, nil)
  }

  // S261
  func testAValueThatStandsForAnotherIsComparedByIt() {
    struct Wrapper: CustomValueText {
      var value: Int
      var generation: Int
      var valueForText: Any { value }
    }
    struct State { var _child: Wrapper, other = [1] }
    check(
      State(_child: Wrapper(value: 1, generation: 1)),
      State(_child: Wrapper(value: 1, generation: 2)),
      nil
    )
    check(
      State(_child: Wrapper(value: 1, generation: 1)),
      State(_child: Wrapper(value: 2, generation: 1)),
      """
        State(
      -   child: 1,
      +   child: 2,
          … (1 unchanged)
        )
      """
    )
  }

  // MARK: Sizes

  private indirect enum Nested: Equatable { case end(Int), more(Nested) }

  func testWhatIsTooDeepIsCut() throws {
    func nested(_ value: Int) -> Nested { (0..<10_000).reduce(.end(value)) { inner, _ in .more(inner) } }
    check(nested(1), nested(1), nil)
    let difference = try XCTUnwrap(valueDifference(from: nested(1), to: nested(2)))
    XCTAssertTrue(difference.contains("nested too deep to be shown"), difference)

    func list(_ value: Int) -> Any { (0..<10_000).reduce(value as Any) { inner, _ in [inner] } }
    check(list(1), list(2), nil)
  }

  /// An element that counts how often it is compared.
  private struct Counted: Equatable {
    static let comparisons = Atomic(0)
    var number: Int

    static func == (lhs: Counted, rhs: Counted) -> Bool {
      comparisons.add(1, ordering: .relaxed)
      return lhs.number == rhs.number
    }
  }

  func testOneChangeInALongListIsFoundInOneLookAtEach() {
    let count = 100_000
    let old = (0..<count).map { Counted(number: $0) }
    var new = old
    new[70_000].number = -1
    Counted.comparisons.store(0, ordering: .relaxed)
    check(
      old,
      new,
      """
        [
          … (70000 unchanged)
          [70000]: ValueDifferenceTests.Counted(
      -     number: 70000
      +     number: -1
          ),
          … (29999 unchanged)
        ]
      """
    )
    // Once by the list's own ==, as far as the change, and once for each element.
    XCTAssertLessThanOrEqual(Counted.comparisons.load(ordering: .relaxed), 2 * count)
  }

  func testReversingALongListIsFound() throws {
    let numbers = Array(0..<5_000)
    let difference = try XCTUnwrap(valueDifference(from: numbers, to: numbers.reversed()))
    XCTAssertEqual(difference.split(separator: "\n").count, 2 + 2 * 4_999 + 1)
  }
}
