import TroupeComposable
import TroupeTesting
import XCTest

final class SettingTests: XCTestCase {
  @CasePathable
  fileprivate enum Load: Equatable {
    case loading
    case loaded(Int)
    case failed(String)
  }

  // S827
  func testThePayloadOfTheCaseIsSet() {
    var load = Load.loaded(1)
    load[case: \.loaded] = 2
    XCTAssertEqual(load, .loaded(2))
    load[case: \.failed] = "a"
    XCTAssertEqual(load, .loaded(2))
    let path: CaseKeyPath<Load, Int> = \.loaded
    load[case: path] = 3
    XCTAssertEqual(load, .loaded(3))
  }

  // S827
  func testThePayloadIsReadWhereNoOptionalIsExpected() {
    let load = Load.loaded(1)
    XCTAssertEqual(load[case: \.loaded], 1)
    let path: CaseKeyPath<Load, Int> = \.loaded
    XCTAssertEqual(load[case: path], 1)
    XCTAssertTrue(load[case: \.loaded] == 1)
  }

  // S827
  func testThePayloadOfACaseWithoutAType() {
    let path: PartialCaseKeyPath<Load> = \.loaded
    XCTAssertEqual(Load.loaded(2)[case: path] as? Int, 2)
    XCTAssertNil(Load.loading[case: path])
    let loading: PartialCaseKeyPath<Load> = \.loading
    XCTAssertNotNil(Load.loading[case: loading] as? Void)
  }

  // S827
  func testACaseOfAnOptionalIsLookedAtAndChanged() {
    var load: Load? = .loaded(1)
    XCTAssertTrue(load.is(\.loaded))
    XCTAssertFalse(load.is(\.failed))
    load.modify(\.loaded) { $0 += 1 }
    XCTAssertEqual(load, .loaded(2))
    load = nil
    XCTAssertFalse(load.is(\.loaded))
    withExpectedIssue {
      load.modify(\.loaded) { $0 += 1 }
    }
    XCTAssertNil(load)
  }
}
