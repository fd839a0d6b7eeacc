import CasePathsFixtures
import Synchronization
import TroupeCasePaths
import XCTest

/// Every shape of case, by a conformance written by hand and by `/`.
final class ShapeTableTests: CasePathsTestCase {
  private let token = Token()

  private func shapes(without name: String) -> [Shape] {
    let all: [(String, Shape)] = [
      ("none", .none), ("other", .other), ("number", .number(1)), ("secondNumber", .secondNumber(1)),
      ("two", .two(1, "a long string, so that it is on the heap")), ("label", .label(only: 1)),
      ("labels", .labels(x: 1, y: "y")), ("tuple", .tuple((1, "t"))), ("nested", .nested((1, ("n", true)))),
      ("optional", .optional(1)), ("optional", .optional(nil)),
      ("doubleOptional", .doubleOptional(.some(nil))),
      ("error", .error(Stop())), ("token", .token(token)), ("list", .list(["a", "b"])),
      ("message", .message(.number(1))), ("void", .void(())), ("empty", .empty(Empty())),
      ("action", .action {}),
      ("asyncAction", .asyncAction {}), ("tokenType", .tokenType(Token.self)), ("boxed", .boxed(1)),
      ("boxedList", .boxedList(["a"])), ("boxedTwo", .boxedTwo(1, "b")), ("boxedVoid", .boxedVoid(())),
      ("shape", .shape(.number(1))),
    ]
    XCTAssertTrue(all.contains { $0.0 == name })
    return all.filter { $0.0 != name }.map(\.1)
  }

  // S403, S405, S406
  func testCasesWithoutAPayload() {
    check([\.none, /Shape.none], .none, (), changed: (), others: shapes(without: "none")) { _, _ in true }
    check([\.other, /Shape.other], .other, (), changed: (), others: shapes(without: "other")) { _, _ in true }
    check([/OnlyEmptyCase.only], .only, (), changed: (), others: []) { _, _ in true }
    check([/Switch.on], .on, (), changed: (), others: [.off]) { _, _ in true }
    check([/Switch.off], .off, (), changed: (), others: [.on]) { _, _ in true }
    check([/Plain.nothing], .nothing, (), changed: (), others: [.unshared(Unshared())]) { _, _ in true }
    check([/Tree.end], .end, (), changed: (), others: [.leaf(0)]) { _, _ in true }
    check([/Int?.none], nil, (), changed: (), others: [0]) { _, _ in true }
    XCTAssertEqual((/OnlyEmptyCase.only)(), .only)
    XCTAssertEqual((/Switch.off)(), .off)
  }

  // S403, S405, S406
  func testCasesOfTheSamePayload() {
    let (numbers, seconds) = (shapes(without: "number"), shapes(without: "secondNumber"))
    check([\.number, /Shape.number], .number(1), 1, changed: 2, others: numbers)
    check([\.secondNumber, /Shape.secondNumber], .secondNumber(1), 1, changed: 2, others: seconds)
    check([\.label, /Shape.label], .label(only: 1), 1, changed: 2, others: shapes(without: "label"))
    check([\.boxed, /Shape.boxed], .boxed(1), 1, changed: 2, others: shapes(without: "boxed"))
  }

  // S403, S405, S406
  func testCasesOfSeveralPayloads() {
    let (old, new) = ((1, "a long string, so that it is on the heap"), (2, "another long string on the heap"))
    check([\.two, /Shape.two], .two(1, old.1), old, changed: new, others: shapes(without: "two"), by: ==)
    check(
      [\.labels, /Shape.labels],
      .labels(x: 1, y: old.1),
      old,
      changed: new,
      others: shapes(without: "labels"),
      by: ==
    )
    check([\.tuple, /Shape.tuple], .tuple(old), old, changed: new, others: shapes(without: "tuple"), by: ==)
    check(
      [\.boxedTwo, /Shape.boxedTwo],
      .boxedTwo(1, old.1),
      old,
      changed: new,
      others: shapes(without: "boxedTwo"),
      by: ==
    )
    check(
      [\.nested, /Shape.nested],
      .nested((1, (old.1, true))),
      (1, (old.1, true)),
      changed: (2, (new.1, false)),
      others: shapes(without: "nested")
    ) { $0.0 == $1.0 && $0.1 == $1.1 }
  }

  // S405: also for a nil payload.
  func testOptionalPayloads() {
    let others = shapes(without: "optional")
    check([\.optional, /Shape.optional], .optional(1), 1, changed: nil, others: others)
    check([\.optional, /Shape.optional], .optional(nil), nil, changed: 2, others: others)
    for value: Int?? in [nil, .some(nil), 1] {
      let path: [any CaseKeyPath<Shape, Int??> & Sendable] = [\.doubleOptional, /Shape.doubleOptional]
      check(path, .doubleOptional(value), value, changed: 7, others: shapes(without: "doubleOptional"))
    }
    XCTAssertTrue(Shape.optional(nil).is(\.optional))
  }

  func testPayloadsWithReferences() {
    let new = Token()
    check(
      [\.token, /Shape.token],
      .token(token),
      token,
      changed: new,
      others: shapes(without: "token"),
      by: ===
    )
    check([\.list, /Shape.list], .list(["a"]), ["a"], changed: ["b", "c"], others: shapes(without: "list"))
    check(
      [\.boxedList, /Shape.boxedList],
      .boxedList(["a"]),
      ["a"],
      changed: [],
      others: shapes(without: "boxedList")
    )
    check(
      [\.error, /Shape.error],
      .error(Stop()),
      Stop(),
      changed: CancellationError(),
      others: shapes(without: "error")
    ) {
      type(of: $0) == type(of: $1)
    }
    let unshared = Unshared()
    check([/Plain.unshared], .unshared(unshared), unshared, changed: Unshared(), others: [.nothing], by: ===)
  }

  func testPayloadsThatAreEnums() {
    let others = shapes(without: "message")
    check(
      [\.message, /Shape.message],
      .message(.text("a")),
      .text("a"),
      changed: .pair(left: 1, right: "r"),
      others: others
    )
    check(
      [\.shape, /Shape.shape],
      .shape(.number(1)),
      .number(1),
      changed: .none,
      others: shapes(without: "shape")
    ) {
      "\($0)" == "\($1)"
    }
  }

  func testPayloadsWithoutMemory() {
    check([\.void, /Shape.void], .void(()), (), changed: (), others: shapes(without: "void")) { _, _ in true }
    check([/Shape.boxedVoid], .boxedVoid(()), (), changed: (), others: shapes(without: "boxedVoid")) { _, _ in
      true
    }
    check(
      [\.empty, /Shape.empty],
      .empty(Empty()),
      Empty(),
      changed: Empty(),
      others: shapes(without: "empty")
    )
    let never = AnyCasePath(/Shape.never)
    for shape in shapes(without: "none") { XCTAssertNil(never.extract(from: shape).map { _ in }) }
  }

  func testPayloadsThatAreFunctionsOfNothing() async throws {
    let calls = Calls()
    for path: any CaseKeyPath<Shape, @Sendable () -> Void> & Sendable in [\.action, /Shape.action] {
      let action = AnyCasePath(path).extract(from: .action { calls.count() })
      action?()
      var shape = Shape.action {}
      AnyCasePath(path).modify(&shape) { $0 = { calls.count() } }
      AnyCasePath(path).extract(from: shape)?()
    }
    XCTAssertEqual(calls.number, 4)
    for path: any CaseKeyPath<Shape, @Sendable () async throws -> Void> & Sendable in [
      \.asyncAction, /Shape.asyncAction,
    ] {
      try await AnyCasePath(path).extract(from: .asyncAction { calls.count() })?()
      do {
        try await AnyCasePath(path).extract(from: .asyncAction { throw Stop() })?()
        XCTFail("It didn't throw.")
      } catch { XCTAssertEqual(error as? Stop, Stop()) }
    }
    XCTAssertEqual(calls.number, 6)
    let others = shapes(without: "tokenType")
    check(
      [\.tokenType, /Shape.tokenType],
      .tokenType(Token.self),
      Token.self,
      changed: Token.self,
      others: others,
      by: ==
    )
  }

  func testEnumsOfOneCaseAndRecursiveEnums() {
    check([/OnlyCase.only], .only("a"), "a", changed: "b", others: [])
    check([/Tree.leaf], .leaf(1), 1, changed: 2, others: [.end, .node(.end, .end)])
    let (old, new) = ((Tree.leaf(1), Tree.end), (Tree.node(.end, .leaf(2)), Tree.leaf(3)))
    check([/Tree.node], .node(old.0, old.1), old, changed: new, others: [.end, .leaf(1)], by: ==)
    check([/Int?.some], 1, 1, changed: 2, others: [nil])
    check([/String?.some], "a", "a", changed: "b", others: [nil])
  }

  func testGenericEnums() {
    let result: [any CaseKeyPath<Result<String, Stop>, String> & Sendable] = [/Result.success]
    check(result, .success("a"), "a", changed: "b", others: [.failure(Stop())])
    check(
      [\.succeeded, /Outcome<String, Int>.succeeded],
      .succeeded("a"),
      "a",
      changed: "b",
      others: [.failed(1), .pending]
    )
    check(
      [\.failed, /Outcome<Int, Int>.failed],
      .failed(1),
      1,
      changed: 2,
      others: [.succeeded(1), .list([1]), .pending]
    )
    check(
      [\.list, /Outcome<Int, [Int]>.list],
      .list([1]),
      [1],
      changed: [2],
      others: [.failed([1]), .pending]
    )
    check([/Outer<String>.Inner.values], .values(["a"]), ["a"], changed: [], others: [.value("a"), .none])
    check([/Outer<Int>.Inner.both], .both(1, nil), (1, nil), changed: (2, 2), others: [.value(1)]) {
      $0.0 == $1.0 && $0.1 == $1.1
    }
    check([\.pending, /Outcome<Int, Int>.pending], .pending, (), changed: (), others: [.failed(1)]) { _, _ in
      true
    }
  }

  func testEnumsOfAnotherModule() {
    let others: [Message] = [.none, .number(1), .pair(left: 1, right: "r")]
    check(
      [\.text, /Message.text],
      .text("a long string, so that it is on the heap"),
      "a long string, so that it is on the heap",
      changed: "t",
      others: others
    )
    check(
      [\.pair, /Message.pair],
      .pair(left: 1, right: "r"),
      (1, "r"),
      changed: (2, "s"),
      others: [.none, .text("t")],
      by: ==
    )
    check([\.none, /Message.none], .none, (), changed: (), others: [.number(0)]) { _, _ in true }
  }

  func testEnumsThatReflectThemselvesWrongly() {
    check([/Liar.number], .number(1), 1, changed: 2, others: [.text("t"), .nothing])
    check([/Liar.text], .text("t"), "t", changed: "u", others: [.number(1), .nothing])
    check([/Liar.nothing], .nothing, (), changed: (), others: [.number(1), .text("")]) { _, _ in true }
  }

  func testEnumsThatKeepTheCaseInSpareBits() {
    let second = Token()
    let all: [Spare] = [
      .token(token), .secondToken(second), .flag(true), .existential(Stop()), .list([1]), .big(1, 2, 3, 4),
      .none,
    ]
    func others(_ index: Int) -> [Spare] { all.indices.filter { $0 != index }.map { all[$0] } }
    check([/Spare.token], all[0], token, changed: second, others: others(0), by: ===)
    check([/Spare.secondToken], all[1], second, changed: token, others: others(1), by: ===)
    check([/Spare.flag], all[2], true, changed: false, others: others(2))
    check([/Spare.existential], all[3], Stop(), changed: Stop(), others: others(3)) {
      $0 is Stop && $1 is Stop
    }
    check([/Spare.list], all[4], [1], changed: [2, 3], others: others(4))
    check([/Spare.big], all[5], (1, 2, 3, 4), changed: (-1, -2, -3, 255), others: others(5), by: ==)
    check([/Spare.none], all[6], (), changed: (), others: others(6)) { _, _ in true }
  }
}

private final class Calls: Sendable {
  private let calls = Atomic(0)
  var number: Int { calls.load(ordering: .relaxed) }
  func count() { calls.add(1, ordering: .relaxed) }
}
