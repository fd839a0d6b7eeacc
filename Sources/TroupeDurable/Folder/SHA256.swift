/// The hash function SHA-256 (FIPS 180-4), for the file names of long keys. It is infeasible to construct two
/// keys with the same hash.
struct SHA256 {
  private static let primes: [UInt32] = Array(
    (UInt32(2)...).lazy.filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }.prefix(64)
  )
  // The constants are the first 32 bits of the fractional parts of the primes' roots. A double has 53 bits,
  // and the whole part uses at most 9 of these bits.
  private static let constants = primes.map { fraction(of: cubeRoot(Double($0))) }
  private static let start = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

  private static func fraction(of number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRoot(_ number: Double) -> Double {
    (0..<60).reduce(number) { root, _ in root - (root * root * root - number) / (3 * root * root) }
  }

  /// The 64 hexadecimal digits of the hash.
  static func hash(of message: some Collection<UInt8>) -> String {
    var bytes = Array(message) + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    let bitCount = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    var sums = start
    for block in stride(from: 0, to: bytes.count, by: 64) { add(bytes[block..<(block + 64)], to: &sums) }
    return sums.map { sum in
      let digits = String(sum, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func add(_ block: ArraySlice<UInt8>, to sums: inout [UInt32]) {
    var words = (0..<16).map { word in
      (0..<4).reduce(0 as UInt32) { $0 << 8 | UInt32(block[block.startIndex + word * 4 + $1]) }
    }
    for index in 16..<64 {
      let (first, second) = (words[index - 15], words[index - 2])
      let low = turned(first, 7) ^ turned(first, 18) ^ first >> 3
      let high = turned(second, 17) ^ turned(second, 19) ^ second >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var s = sums
    for index in 0..<64 {
      let e = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ e &+ choice &+ constants[index] &+ words[index]
      let a = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      s = [first &+ a &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { sums[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }
}
