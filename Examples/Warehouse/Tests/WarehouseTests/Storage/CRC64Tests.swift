import XCTest

@testable import WarehouseStorage

final class CRC64Tests: XCTestCase {
  private func checksum(_ parts: [UInt8]...) -> UInt64 {
    var sum = CRC64()
    for part in parts { part.withUnsafeBytes { sum.add($0) } }
    return sum.checksum
  }

  /// The check value of CRC-64/XZ in the catalogue of CRCs, and two of `xz`'s tests.
  func testKnownChecksums() {
    XCTAssertEqual(checksum([]), 0)
    XCTAssertEqual(checksum(Array("123456789".utf8)), 0x995D_C9BB_DF19_39FA)
    XCTAssertEqual(checksum(Array("a".utf8)), 0x3302_8477_2E65_2B05)
  }

  /// Eight bytes at a time have the same sum as one by one, however they are divided.
  func testPartsHaveTheSumOfTheWhole() {
    var generator = SeededGenerator(seed: 64)
    for count in 0..<70 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var slow = ~0 as UInt64
      for byte in bytes {
        slow ^= UInt64(byte)
        for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0xC96C_5795_D787_0F42 : slow >> 1 }
      }
      for split in 0...count {
        XCTAssertEqual(
          checksum(Array(bytes[..<split]), Array(bytes[split...])),
          ~slow,
          "\(split) of \(count)"
        )
      }
    }
  }

  /// No bit can change, and no byte can move from one part to the next.
  func testEachPartOfARowCounts() {
    func row(_ key: String, _ revision: String, _ wake: Int64?, _ value: String) -> Int64 {
      RowChecksum.of(key: Data(key.utf8), revision: revision, wake: wake, value: Array(value.utf8))
    }
    let all = [
      row("key", "revision", nil, "value"), row("keyr", "evision", nil, "value"),
      row("", "revision", nil, "value"), row("key", "", nil, "value"), row("key", "revision", 0, "value"),
      row("key", "revision", 1, "value"), row("key", "revision", -1, "value"),
      row("key", "revision", nil, ""),
      row("key", "revision", nil, "valu"), row("key", "revision", nil, "value\0"), row("", "", nil, ""),
    ]
    XCTAssertEqual(Set(all).count, all.count)
    XCTAssertEqual(row("key", "revision", nil, "value"), all[0])
  }
}
