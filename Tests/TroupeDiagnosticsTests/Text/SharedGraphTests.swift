import XCTest

@testable import TroupeDiagnostics

/// Objects that are reachable in many ways are compared and shown once, and endless values are cut.
final class SharedGraphTests: XCTestCase {
  private final class Node {
    var children: [Node]
    var value: Int
    init(_ value: Int, _ children: [Node] = []) {
      self.value = value
      self.children = children
    }
  }

  private final class Pair {
    var left: Pair?
    var right: Pair?
    var value: Int
    init(_ value: Int, _ below: Pair?) {
      self.value = value
      (left, right) = (below, below)
    }
  }

  /// A graph with this many levels, in which each node is reachable in twice as many ways as the node above.
  private func lists(_ levels: Int, leaf: Int) -> Node {
    (0..<levels).reduce(Node(leaf)) { below, level in Node(level, [below, below]) }
  }

  private func pairs(_ levels: Int, leaf: Int) -> Pair {
    (0..<levels).reduce(Pair(leaf, nil)) { below, level in Pair(level, below) }
  }

  func testTheDifferenceOfASharedGraphIsFoundOnce() throws {
    let text = try XCTUnwrap(valueDifference(from: lists(15, leaf: -1), to: lists(15, leaf: -2)))
    XCTAssertTrue(text.contains("-") && text.contains("value: -1"), text)
    XCTAssertEqual(text.components(separatedBy: "value: -2").count, 2, text)
    XCTAssertEqual(text.components(separatedBy: "changed as shown elsewhere").count - 1, 15)
    XCTAssertNil(valueDifference(from: lists(15, leaf: -1), to: lists(15, leaf: -1)))
    XCTAssertNotNil(valueDifference(from: pairs(30, leaf: -1), to: pairs(30, leaf: -2)))
    XCTAssertNil(valueDifference(from: pairs(30, leaf: -1), to: pairs(30, leaf: -1)))
  }

  func testAGraphThatIsTooDeepEnds() throws {
    // The difference is nested deeper than the comparison goes.
    XCTAssertNil(valueDifference(from: lists(40, leaf: -1), to: lists(40, leaf: -2)))
    XCTAssertNil(valueDifference(from: pairs(60, leaf: -1), to: pairs(60, leaf: -2)))
    let old = lists(40, leaf: -1)
    let new = lists(40, leaf: -2)
    new.value = -3
    let text = try XCTUnwrap(valueDifference(from: old, to: new))
    XCTAssertTrue(text.contains("value: -3"), text)
  }

  func testTheTextOfASharedGraphEnds() {
    XCTAssertLessThan(valueText(of: lists(40, leaf: -1)).count, 30_000)
    XCTAssertLessThan(valueText(of: pairs(40, leaf: -1)).count, 30_000)
    // Values without identity are written each time.
    var list: [Any] = ["end"]
    for _ in 0..<38 { list = [list, list] }
    let text = valueText(of: list)
    XCTAssertTrue(text.hasSuffix("more lines)"))
    XCTAssertLessThanOrEqual(text.split(separator: "\n").count, 20_001)
  }

  func testTheTextOfNestedSetsEnds() {
    // Each set is read to be sorted, and then to be written.
    struct Members: Hashable { var set: Set<Members> = [] }
    let nested = (0..<18).reduce(Members()) { inner, _ in Members(set: [inner]) }
    XCTAssertTrue(valueText(of: nested).contains("(1 more)"))
    XCTAssertEqual(valueText(of: Set(0..<60_000)), "Set([… (60000 more)])")
    XCTAssertEqual(
      valueText(of: Dictionary(uniqueKeysWithValues: (0..<60_000).map { ($0, $0) })),
      "[… (60000 more)]"
    )
  }

  func testCyclesEnd() throws {
    func ring(_ value: Int) -> [Pair] {
      let ring = (0..<40).map { Pair($0, nil) }
      for index in ring.indices {
        ring[index].left = ring[(index + 1) % ring.count]
        ring[index].right = ring[(index + 7) % ring.count]
      }
      ring[33].value = value
      return ring
    }
    let (old, new) = (ring(33), ring(-1))
    defer { for pair in old + new { (pair.left, pair.right) = (nil, nil) } }
    XCTAssertNil(valueDifference(from: old, to: old))
    let text = try XCTUnwrap(valueDifference(from: old, to: new))
    XCTAssertEqual(text.components(separatedBy: "value: -1").count, 2, text)
    XCTAssertLessThan(valueText(of: old).count, 30_000)
  }

  func testLongListsAndStringsAreCut() throws {
    let lines = valueText(of: Array(0..<30_000)).split(separator: "\n")
    XCTAssertEqual(lines.count, 20_001)
    XCTAssertEqual(lines.last, "… (10002 more lines)")
    let long = valueText(of: String(repeating: "x", count: 300_000))
    XCTAssertEqual(long.count, 100_000 + "\"… (cut: 300000 bytes)\"".count)
    let difference = try XCTUnwrap(valueDifference(from: [Int](), to: Array(0..<30_000)))
    XCTAssertEqual(difference.split(separator: "\n").count, 20_001)
  }
}
