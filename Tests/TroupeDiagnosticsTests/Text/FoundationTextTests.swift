import Foundation
import TroupeDiagnostics
import XCTest

/// Values of Foundation types, which the module under test doesn't import.
final class FoundationTextTests: XCTestCase {
  func testFoundationValuesShowTheirDescriptions() throws {
    let values: [Any] = [
      Date(timeIntervalSinceReferenceDate: 0),
      try XCTUnwrap(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
      try XCTUnwrap(URL(string: "https://swift.org/a?b=c")),
      Data([1, 255]),
      Decimal(1.5),
      NSNumber(1),
      NSObject(),
      IndexSet([1, 2]),
      Measurement(value: 1, unit: UnitLength.meters),
    ]
    XCTAssertEqual(
      valueText(of: values),
      """
      [
        Date(2001-01-01 00:00:00 +0000),
        UUID(E621E1F8-C36C-495A-93FC-0C247A3E6E5F),
        URL(https://swift.org/a?b=c),
        Data([1, 255]),
        Decimal(1.5),
        NSNumber(1),
        NSObject(),
        IndexSet([1, 2]),
        Measurement(1.0 m)
      ]
      """
    )
  }

  func testDifferentDates() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    XCTAssertEqual(
      valueDifference(from: [date], to: [date + 60]),
      """
        [
      -   [0]: Date(2001-01-01 00:00:00 +0000)
      +   [0]: Date(2001-01-01 00:01:00 +0000)
        ]
      """
    )
  }

  func testDatesThatDifferInWhatTheirDescriptionsLeaveOutAreOpened() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    XCTAssertEqual(
      valueDifference(from: date, to: date + 0.25),
      """
        Date(
      -   timeIntervalSinceReferenceDate: 0.0
      +   timeIntervalSinceReferenceDate: 0.25
        )
      """
    )
  }

  func testDataDiffersByBytes() {
    XCTAssertEqual(
      valueDifference(from: Data([1, 2, 3, 4]), to: Data([1, 2, 0, 4])),
      """
        Data([
          … (2 unchanged)
      -   [2]: 3,
      +   [2]: 0,
          [3]: 4
        ])
      """
    )
  }
}
