import Troupe
import XCTest

/// Uses of the code that `@CasePathable` writes. The enums are in `Shapes.swift`.
final class CasePathableTests: XCTestCase {
  private func check<Root: CasePathable, Value>(
    _ value: Root,
    _ path: KeyPath<Root.AllCasePaths, AnyCasePath<Root, Value>>,
    elsewhere other: Root,
    line: UInt = #line
  ) -> Value? {
    let path = Root.allCasePaths[keyPath: path]
    XCTAssertNil(path.extract(from: other), line: line)
    let payload = path.extract(from: value)
    XCTAssertNotNil(payload.flatMap { path.extract(from: path.embed($0)) }, line: line)
    return payload
  }

  func testPayloadsOfEveryShapeComeOutAndGoIn() {
    let none = Everything.none
    XCTAssertNotNil(check(none, \.none, elsewhere: .one(1)))
    XCTAssertEqual(check(.one(1), \.one, elsewhere: none), 1)
    XCTAssertEqual(check(.two(1, "a"), \.two, elsewhere: none)?.1, "a")
    XCTAssertEqual(check(.labelled(x: 1, y: ["a": 2]), \.labelled, elsewhere: none)?.y, ["a": 2])
    XCTAssertEqual(check(.spaced(value: 3), \.spaced, elsewhere: none), 3)
    XCTAssertEqual(check(.defaults(), \.defaults, elsewhere: none)?.c, "a,b)x[1, 2]")
    XCTAssertNotNil(check(.closure(then: { .success($0) }), \.closure, elsewhere: none))
    XCTAssertEqual(check(.generic(["a": [1]], nil), \.generic, elsewhere: none)?.0, ["a": [1]])
    XCTAssertEqual(check(.underscore(1, "b"), \.underscore, elsewhere: none)?.1, "b")
    XCTAssertNotNil(check(.function({}), \.function, elsewhere: none))
    XCTAssertEqual(check(.optional(nil), \.optional, elsewhere: none), .some(nil))
    XCTAssertEqual(check(.doubly(1), \.doubly, elsewhere: none), 1)
    XCTAssertTrue(check(.meta(Int.self), \.meta, elsewhere: none) == Int.self)
    XCTAssertEqual(check(.tuple((1, "c")), \.tuple, elsewhere: none)?.1, "c")
    XCTAssertTrue(
      check(.existential(CancellationError()), \.existential, elsewhere: none) is CancellationError
    )
    XCTAssertNotNil(check(.void(()), \.void, elsewhere: none))
    XCTAssertEqual(check(.selfish([none, none]), \.selfish, elsewhere: none)?.count, 2)
    XCTAssertEqual(check(.recursive(.one(5)), \.recursive, elsewhere: none)?.one, 5)
    XCTAssertEqual(check(.multiline(first: 1, second: "d"), \.multiline, elsewhere: none)?.second, "d")
  }

  func testBacktickedNamesAreKept() {
    XCTAssertTrue(Everything.default.is(\.default))
    XCTAssertEqual(Everything.allCasePaths.`self`.extract(from: .`self`(7)), 7)
    XCTAssertEqual(Everything.allCasePaths.`init`.extract(from: .`init`("a")), "a")
    XCTAssertEqual(Ünïcödé.größe(größe: 1).größe, 1)
    XCTAssertEqual(`Type`.a(1).a, 1)
  }

  func testConditionalCasesHavePathsWhereTheyAre() {
    #if DEBUG || os(Linux)
      XCTAssertEqual(check(Everything.notWindows(3), \.notWindows, elsewhere: .none), 3)
    #endif
  }

  func testEnumsOfEveryAccessLevelAndKindHavePaths() {
    XCTAssertEqual(Pack.a(1).a, 1)
    XCTAssertEqual(RawInt.b.is(\.b), true)
    XCTAssertEqual(Only.only.is(\.only), true)
    XCTAssertEqual(Outer.Mid.a(.z(3)).a?.z, 3)
    XCTAssertEqual(Everything.Inner.Deep.x(1).x, 1)
    XCTAssertEqual(GenericHost<Int>.Inner.value(4).value, 4)
    XCTAssertEqual(GenericHost<Int>.Other.number(4).number, 4)
    XCTAssertEqual(Constrained<[Int]>.first(nil).first, .some(nil))
  }

  func testPathsOfGenericEnumsAreUsedFromManyTasks() async {
    let path = Result<Int>.allCasePaths.failure
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          let failure = path.embed((.init(), retry: { _ in .success(number) }))
          return path.extract(from: failure)?.retry(0).success ?? -1
        }
      }
      var sum = 0
      for await number in group { sum += number }
      XCTAssertEqual(sum, 1225)
    }
  }

  func testPathsAreWrittenAsThoseOfHandWrittenEnums() {
    var value = Everything.one(1)
    value.modify(\.one) { $0 += 1 }
    XCTAssertEqual(value[case: \.one], 2)
    XCTAssertEqual((\Everything.Cases.recursive.one)(4).recursive?.one, 4)
  }

  private typealias Result<Value: Equatable> = Generic<Value, CancellationError>
}
