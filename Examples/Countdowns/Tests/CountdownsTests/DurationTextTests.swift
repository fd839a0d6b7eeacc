import XCTest

@testable import Countdowns

final class DurationTextTests: XCTestCase {
  func testADurationIsNumbersWithUnits() throws {
    let durations: [(String, Duration)] = [
      ("90s", .seconds(90)), ("2m", .seconds(120)), ("1h30m", .seconds(5_400)), ("500ms", .milliseconds(500)),
      ("1d2h3m4s5ms", .milliseconds(93_784_005)), ("0s", .zero), ("007s", .seconds(7)),
      ("1000000d", .seconds(86_400_000_000)),
    ]
    for (text, duration) in durations { XCTAssertEqual(try DurationText.read(text), duration, text) }
  }

  func testOtherTextIsNone() {
    let texts = [
      "", " ", "90", "s", "5x", "-5s", "+5s", "1.5h", "30m1h", "1h1h", "1h 30m", "1000001s", "1S", "٣s",
      "99999999999999999999s", "1h30", "90s ",
    ]
    for text in texts {
      XCTAssertThrowsError(try DurationText.read(text), text) { error in
        XCTAssertEqual((error as? CountdownsError)?.code, .badDuration)
        XCTAssertTrue("\(error)".hasPrefix("\"\(text)\" isn't a duration."), "\(error)")
      }
    }
  }
}
