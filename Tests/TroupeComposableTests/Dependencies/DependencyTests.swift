import TroupeComposable
import TroupeTesting
import XCTest

final class DependencyTests: XCTestCase {
  private struct Live: Sendable, Equatable { var name = "live" }

  fileprivate enum AnyKey: TestDependencyKey {
    static let testValue: any Sendable = 7
  }

  fileprivate struct NumberKey: TestDependencyKey {
    static let testValue = 1
  }

  // S828
  func testADependencyOfAKeyIsReadAsAnotherType() {
    @Dependency(AnyKey.self, as: Int.self) var number
    @Dependency(\.anyValue, as: Int.self) var sameNumber
    XCTAssertEqual(number + sameNumber, 14)
    // An optional is nil if the value has another type.
    @Dependency(\.anyValue, as: String.self) var text: String?
    withExpectedIssue { XCTAssertNil(text) }
  }

  // S828
  func testDependenciesAreSetByAClosureThatWaits() async {
    @Dependency(NumberKey.self) var number
    func load() async -> Int { 5 }
    let found = await withDependencies {
      $0[NumberKey.self] = await load()
    } operation: {
      await Task { NumberKey.current }.value
    }
    XCTAssertEqual(found, 5)
    XCTAssertEqual(number, 1)
  }

  fileprivate struct Reported: TestDependencyKey {
    var number = 1

    static var testValue: Reported {
      if shouldReportUnimplemented { reportIssue("Override the number.") }
      return Reported()
    }
  }

  // S940
  func testADefaultThatAnAsynchronousClosureChangesReportsNothing() async {
    func load() async -> Int { 5 }
    let number = await withDependencies {
      $0[Reported.self].number += await load()
    } operation: {
      Dependency(Reported.self).wrappedValue.number
    }
    XCTAssertEqual(number, 6)
  }

  // S828
  func testAnUnimplementedValueIsAPlaceholderAndAnIssue() {
    let value: Int = withExpectedIssue { unimplemented("Client.limit", placeholder: 3) }
    XCTAssertEqual(value, 3)
  }

  private final class Model {
    var count = 0

    func child() async -> Int {
      count += 1
      return NumberKey.current
    }
  }

  // S828
  func testAModelThatIsNotSendableIsUsedInsideOfAnOverride() async {
    let model = Model()
    let found = await withDependencies {
      $0[NumberKey.self] = 9
    } operation: {
      await model.child()
    }
    XCTAssertEqual(found, 9)
    XCTAssertEqual(model.count, 1)
  }
}

extension DependencyTests.NumberKey {
  fileprivate static var current: Int {
    @Dependency(DependencyTests.NumberKey.self) var number
    return number
  }
}

extension DependencyValues {
  fileprivate var anyValue: any Sendable { self[DependencyTests.AnyKey.self] }
}
