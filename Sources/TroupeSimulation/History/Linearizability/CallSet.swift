/// A set of small numbers, as bits. A set of numbers below 64 allocates no memory.
struct CallSet: Hashable {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    let word = number / 64
    return word <= rest.count && self[word] & (1 << (number % 64)) != 0
  }

  mutating func insert(_ number: Int) {
    let word = number / 64
    while rest.count < word { rest.append(0) }
    self[word] |= 1 << (number % 64)
  }

  mutating func remove(_ number: Int) {
    let word = number / 64
    guard word <= rest.count else { return }
    self[word] &= ~(1 << (number % 64))
    // Equal sets have the same words.
    while rest.last == 0 { rest.removeLast() }
  }

  func isSubset(of other: Self) -> Bool {
    guard first & ~other.first == 0, rest.count <= other.rest.count else { return false }
    for index in rest.indices where rest[index] & ~other.rest[index] != 0 { return false }
    return true
  }

  private subscript(word: Int) -> UInt64 {
    get { word == 0 ? first : rest[word - 1] }
    set { if word == 0 { first = newValue } else { rest[word - 1] = newValue } }
  }

  /// The set in a form that is short if the set contains all numbers up to a gap and few numbers after it.
  ///
  /// Nearly all sets of linearized calls are of this kind, because calls overlap with few other calls.
  var compact: Compact {
    var full = 0
    while full <= rest.count, self[full] == .max { full += 1 }
    return Compact(
      fullWords: full,
      first: full <= rest.count ? self[full] : 0,
      second: full < rest.count ? self[full + 1] : 0,
      others: full + 1 < rest.count ? Array(rest[(full + 1)...]) : []
    )
  }

  struct Compact: Hashable {
    fileprivate let fullWords: Int
    fileprivate let first: UInt64
    fileprivate let second: UInt64
    fileprivate let others: [UInt64]
  }
}
