/// The CRC-64 of XZ, over bytes that arrive in parts: it detects accidental damage, and no forgery.
struct CRC64 {
  /// The sum for each of eight bytes that are processed at a time, and for each value.
  private static let tables: [UInt64] = {
    var tables: [UInt64] = []
    for index in 0..<2_048 {
      var sum = UInt64(index)
      if index < 256 {
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
      } else {
        let last = tables[index - 256]
        sum = tables[Int(last & 0xFF)] ^ last >> 8
      }
      tables.append(sum)
    }
    return tables
  }()

  private var sum = ~0 as UInt64

  /// The checksum of the bytes so far.
  var checksum: UInt64 { ~sum }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var (sum, offset) = (sum, 0)
    Self.tables.withUnsafeBufferPointer { tables in
      while bytes.count - offset >= 8 {
        var word = sum ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        sum = 0
        // The first byte is shifted the furthest.
        for table in stride(from: 1_792, through: 0, by: -256) {
          sum ^= tables[table + Int(word & 0xFF)]
          word >>= 8
        }
        offset += 8
      }
      for byte in bytes[offset...] { sum = tables[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }
    self.sum = sum
  }

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }
}
