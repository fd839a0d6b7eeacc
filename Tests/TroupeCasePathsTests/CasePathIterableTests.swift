import TroupeCasePaths
import XCTest

/// The lists of case paths, and the paths of `Optional`, `Result` and `Never`.
final class CasePathIterableTests: XCTestCase {
  @CasePathable
  enum Tab: CasePathIterable {
    case news
    case search(query: String, page: Int)
    case never(Never)
    #if os(Windows)
      case window
    #else
      case other(Int)
    #endif
    @available(*, deprecated) case old
  }

  @CasePathable
  enum Box<Value>: CasePathIterable {
    case empty, full(Value)
  }

  struct Failure: Error, Equatable {}

  func testTheListHasThePathsInOrder() {
    XCTAssertEqual(Array(Tab.allCasePaths), [\.news, \.search, \.other])
    XCTAssertEqual(Array(Box<Int>.allCasePaths), [\.empty, \.full])
  }

  func testAPathIsShownAsItsType() {
    XCTAssertEqual("\(Box<Int>.allCasePaths.full)", "AnyCasePath<Box<Int>, Int>")
  }

  func testTheListMakesValues() {
    let made = Box<Int>.allCasePaths.compactMap { $0(7) as Box<Int>? }
    XCTAssertEqual(made.map { $0.full }, [7])
  }

  func testAValueHasThePathOfItsCase() {
    XCTAssertEqual(Tab.allCasePaths[.news], \.news)
    XCTAssertEqual(Tab.allCasePaths[.search(query: "", page: 1)], \.search)
    XCTAssertEqual(Tab.allCasePaths[.other(1)], \.other)
    XCTAssertEqual(Tab.other(1).case, \.other)
    XCTAssertEqual(Box<String>.allCasePaths[.full("")], \.full)
    for path in Tab.allCasePaths {
      XCTAssertEqual(path ~= Tab.other(1), path == \.other)
    }
  }

  @available(*, deprecated)
  func testACaseThatIsNotListedHasTheIdentity() {
    XCTAssertEqual(Tab.allCasePaths[.old], \.self)
  }

  // MARK: The standard library's enums

  @CasePathable
  enum Action {
    case loaded(Result<Int, Failure>)
    case chosen(Int?)
    case impossible(Never)
  }

  func testOptionalHasPaths() {
    let some: CaseKeyPath<Int?, Int> = \.some
    XCTAssertEqual(some(1), 1)
    XCTAssertEqual(AnyCasePath(some).extract(from: 2), 2)
    XCTAssertNil(AnyCasePath(some).extract(from: nil))
    XCTAssertTrue(Action.chosen(nil).is(\.chosen.none))
    XCTAssertFalse(Action.chosen(1).is(\.chosen.none))
    XCTAssertEqual(Action.chosen(1)[case: \.chosen.some], 1)
    XCTAssertEqual(Int?.allCasePaths[nil], \.none)
    XCTAssertEqual(Int?.allCasePaths[1], \.some)
    XCTAssertEqual(Array(Int?.allCasePaths), [\.none, \.some])
    var value: [Int]? = [1]
    value.modify(\.some) { $0.append(2) }
    XCTAssertEqual(value, [1, 2])
  }

  func testResultHasPaths() {
    let path: CaseKeyPath<Action, Int> = \.loaded.success
    XCTAssertEqual(path(3)[case: path], 3)
    XCTAssertEqual(Action.loaded(.failure(Failure()))[case: \.loaded.failure], Failure())
    XCTAssertTrue(Action.loaded(.success(1)).is(\.loaded.success))
    XCTAssertEqual(Result<Int, Failure>.allCasePaths[.success(1)], \.success)
    XCTAssertEqual(Result<Int, Failure>.allCasePaths[.failure(Failure())], \.failure)
    XCTAssertEqual(Array(Result<Int, Failure>.allCasePaths), [\.success, \.failure])
    XCTAssertEqual(Result<Int, Failure>.success(4).success, 4)
  }

  func testNeverHasNoPaths() {
    XCTAssertTrue(Mirror(reflecting: Never.allCasePaths).children.isEmpty)
  }
}
