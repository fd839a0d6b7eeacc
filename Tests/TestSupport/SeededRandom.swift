/// A generator with a seed.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter seed: The seed. It is mixed, because each number adds a constant to the state: otherwise,
  ///   the numbers of nearby seeds would be the same, and only begin at another place.
  package init(_ seed: UInt64) { state = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15) }

  package mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
