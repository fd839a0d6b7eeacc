/// The CRC-64 checksum that XZ and the Go standard library's ECMA table use. It detects accidental damage,
/// but not forgery.
struct CRC64 {
  private static let table: [UInt64] = (0..<256).map { index in
    (0..<8).reduce(UInt64(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
  }

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var sum = ~0 as UInt64
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return ~sum
      }
    }
  }
}
