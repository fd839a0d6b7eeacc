import Troupe
import XCTest

@testable import TroupeInstruments

final class DurationHistogramTests: XCTestCase {
  func testEachBucketIsWhereItsNumbersAre() {
    for number in (0..<63).flatMap({ bits in (0..<4).map { (UInt64(1) << UInt64(bits)) + $0 } }) {
      let bucket = DurationHistogram.bucket(of: number)
      XCTAssertLessThanOrEqual(number, DurationHistogram.largest(in: bucket))
      if bucket > 0 { XCTAssertGreaterThan(number, DurationHistogram.largest(in: bucket - 1)) }
    }
    for bucket in 0..<944 {
      let largest = DurationHistogram.largest(in: bucket)
      XCTAssertEqual(DurationHistogram.bucket(of: largest), bucket)
      XCTAssertEqual(DurationHistogram.bucket(of: largest + 1), bucket + 1)
    }
  }

  // S638
  func testPercentilesAreASixteenthTooHighAtMost() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let scale = UInt64(1) << UInt64.random(in: 1...50, using: &generator)
      let numbers = (0..<1_000).map { _ in UInt64.random(in: 0...scale, using: &generator) }.sorted()
      var histogram = DurationHistogram()
      for number in numbers { histogram.add(.nanoseconds(number)) }
      XCTAssertEqual(histogram.count, 1_000)
      XCTAssertEqual(histogram.sum, .nanoseconds(numbers.reduce(0, +)))
      XCTAssertEqual(histogram.max, .nanoseconds(numbers[999]))
      for (percent, index) in [(50.0, 499), (99, 989), (100, 999), (0, 0), (99.9, 998)] {
        let exact = Duration.nanoseconds(numbers[index])
        XCTAssertGreaterThanOrEqual(histogram.percentile(percent), exact)
        XCTAssertLessThanOrEqual(histogram.percentile(percent), exact + exact / 16)
      }
    }
  }

  func testExtremes() {
    var histogram = DurationHistogram()
    XCTAssertEqual(
      [histogram.p50, histogram.p99, histogram.mean, histogram.max],
      Array(repeating: .zero, count: 4)
    )
    histogram.add(.seconds(-1))
    XCTAssertEqual(histogram.p50, .zero)
    histogram.add(.seconds(Int64.max))
    XCTAssertEqual(histogram.max, .seconds(Int64.max))
    XCTAssertGreaterThan(histogram.p99, .seconds(1 << 33))
    var other = DurationHistogram()
    other.add(.seconds(1))
    other.add(histogram)
    XCTAssertEqual(other.count, 3)
    XCTAssertEqual(other.sum, .seconds(Int64.max) + .seconds(1))
  }
}
