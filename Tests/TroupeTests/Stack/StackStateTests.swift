import Troupe
import XCTest

final class StackStateTests: TroupeTestCase {
  override func invokeTest() {
    // Elements are numbered from zero in each test.
    withDependencies {
      $0.stackElementID = .counting
    } operation: {
      super.invokeTest()
    }
  }

  enum Screen: Hashable, Codable, Sendable, CasePathable {
    case int(Int)
    case list([Int])
    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let int = AnyCasePath(embed: Screen.int) { if case .int(let it) = $0 { it } else { nil } }
      let list = AnyCasePath(embed: Screen.list) { if case .list(let it) = $0 { it } else { nil } }
    }
  }

  func testElementsAreNumberedAsTheyComeIn() {
    var stack: StackState = ["a", "b"]
    stack.append("c")
    XCTAssertEqual(stack.ids, [0, 1, 2])
    stack.remove(at: 1)
    stack.insert("d", at: 0)
    XCTAssertEqual(stack.ids, [3, 0, 2])
    XCTAssertEqual(Array(stack), ["d", "a", "c"])
    XCTAssertEqual(stack[id: 2], "c")
    XCTAssertNil(stack[id: 1])
    stack[1] = "A"
    XCTAssertEqual(stack[id: 0], "A")
    XCTAssertEqual(stack.popLast(), "c")
    stack.removeAll()
    XCTAssertTrue(stack.isEmpty)
    XCTAssertEqual(stack.ids, [])
  }

  // S292
  func testPoppingFromTakesTheElementAlongAndPoppingToKeepsIt() {
    let stack: StackState = ["a", "b", "c", "d"]
    var copy = stack
    copy.pop(from: 1)
    XCTAssertEqual(copy.ids, [0])
    copy = stack
    copy.pop(to: 1)
    XCTAssertEqual(copy.ids, [0, 1])
    copy.pop(from: 7)
    copy.pop(to: 7)
    XCTAssertEqual(copy.ids, [0, 1])
    copy.pop(from: 0)
    XCTAssertTrue(copy.isEmpty)
  }

  // S293
  func testIDsAndElementsInTheirOrderCountWhenStacksAreCompared() {
    let stack: StackState = ["a", "b"]
    XCTAssertEqual(stack, stack)
    XCTAssertNotEqual(stack, ["a", "b"])
    var one = stack
    one[id: 1] = "c"
    XCTAssertNotEqual(one, stack)
    one[id: 1] = "b"
    XCTAssertEqual(one, stack)
    XCTAssertEqual(one.hashValue, stack.hashValue)
  }

  // S289
  func testACaseOfAnElementIsChangedThroughASubscript() {
    var stack: StackState<Screen> = [.int(1), .list([])]
    stack[id: 0, case: \.int]? += 41
    XCTAssertEqual(stack[id: 0, case: \.int], 42)
    stack[id: 0, case: \.int] = 43
    XCTAssertEqual(stack[0], .int(43))
    stack[id: 0, case: \.int] = nil
    XCTAssertEqual(stack.ids, [1])
    stack[id: 0, case: \.int] = nil
    XCTAssertEqual(stack.ids, [1])
  }

  // S289: in place
  func testACaseOfAnElementIsChangedWithoutACopy() {
    func address(_ stack: StackState<Screen>) -> UnsafeRawPointer? {
      stack[id: 0, case: \.list]?.withUnsafeBytes { $0.baseAddress }
    }
    var stack: StackState<Screen> = [.list(Array(0..<100_000))]
    let before = address(stack)
    stack[id: 0, case: \.list]?[3] = -1
    XCTAssertEqual(address(stack), before)
    XCTAssertEqual(stack[id: 0, case: \.list]?[3], -1)
  }

  // S290
  func testChangingAnotherCaseChangesNothingAndIsAnIssue() {
    let collector = IssueCollector()
    withIssueReporters([collector]) {
      var stack: StackState<Screen> = [.int(1)]
      stack[id: 0, case: \.list]?.append(1)
      stack[id: 0, case: \.list] = nil
      stack[id: 0, case: \.list] = [1]
      XCTAssertEqual(Array(stack), [.int(1)])
    }
    XCTAssertEqual(collector.messages.count, 3)
    XCTAssertTrue(collector.messages.allSatisfy { $0.contains("another case") })
  }

  // S291
  func testAnElementIsNotPutInUnderAnUnknownID() {
    let collector = IssueCollector()
    withIssueReporters([collector]) {
      withDependencies {
        $0.context = .live
      } operation: {
        var stack: StackState = ["a"]
        stack[id: 5] = "b"
        stack[id: 5] = nil
        XCTAssertEqual(Array(stack), ["a"])
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages.first?.contains("#5") == true)
  }

  // S291: so that an assertion can describe what was pushed.
  func testInTestsAnElementIsPutInUnderAnyID() {
    var stack: StackState = ["a"]
    stack[id: 5] = "b"
    XCTAssertEqual(stack.ids, [0, 5])
    stack.append("c")
    XCTAssertEqual(stack.ids, [0, 5, 6])
  }

  func testAnElementIsNeverLostToAnIDThatIsTaken() {
    var stack: StackState = ["a", "b"]
    // Other code has generated the stack's ids.
    withDependencies {
      $0.stackElementID = .counting
    } operation: {
      stack.append("c")
      stack.append(contentsOf: ["d", "e"])
    }
    XCTAssertEqual(Array(stack), ["a", "b", "c", "d", "e"])
    XCTAssertEqual(Set(stack.ids).count, 5)
  }

  // Sorting by exchanging elements would give each element another's id, and with it the other's running
  // effects.
  func testElementsDoNotChangePlacesUnderTheirIDs() {
    let stack: Any = ["b", "a"] as StackState
    XCTAssertFalse(stack is any MutableCollection)
  }

  func testChangingAnElementInPlaceCopiesNothing() {
    var stack: StackState<[Int]> = [Array(0..<100_000)]
    func address(_ stack: StackState<[Int]>) -> UnsafeRawPointer? {
      stack[0].withUnsafeBytes { $0.baseAddress }
    }
    let before = address(stack)
    stack[id: 0]?[1] = -1
    stack[0][2] = -2
    XCTAssertEqual(address(stack), before)
    let copy = stack
    stack[0][2] = -3
    XCTAssertEqual(copy[0][2], -2)
  }

  func testTheTextShowsElementsWithTheirIDs() throws {
    struct State { var path: StackState<Screen> }
    var state = State(path: [.int(1), .list([2])])
    XCTAssertEqual(valueText(of: state), "State(path: [0: .int(1), 1: .list([2])])")
    XCTAssertEqual(valueText(of: StackAction<Int, Int>.popFrom(id: 3)), "StackAction.popFrom(id: 3)")
    let before = state
    state.path[id: 1] = .int(3)
    let difference = try XCTUnwrap(valueDifference(from: before, to: state))
    XCTAssertTrue(difference.contains("-     1: .list("), difference)
    XCTAssertTrue(difference.contains("+     1: .int(3)"), difference)
  }
}
