/// A pair of indices, one in each of two lists.
struct IndexPair: Hashable {
  var old: Int
  var new: Int
}

/// Numbers values from 0, so that equal values have the same number.
struct Numbering {
  private var numbers: [AnyHashable: Int] = [:]

  mutating func number(of value: AnyHashable) -> Int {
    let number = numbers[value] ?? numbers.count
    numbers[value] = number
    return number
  }
}

/// Matches equal elements of two lists, preserving their order.
///
/// The anchors are elements that occur exactly once in each list, and form the longest sequence that has the
/// same order in both lists. Between two anchors, the longest common subsequence is used, unless finding it
/// takes more than `limit` comparisons. The time is therefore n log n if all elements differ, and bounded
/// otherwise.
struct Alignment {
  enum Step: Equatable {
    case pair(IndexPair)
    case removed(Int)
    case added(Int)

    /// Returns the step with its indices moved to lists that contain these two lists.
    func moved(old: Int, new: Int) -> Step {
      switch self {
      case .pair(let pair): .pair(IndexPair(old: pair.old + old, new: pair.new + new))
      case .removed(let index): .removed(index + old)
      case .added(let index): .added(index + new)
      }
    }
  }

  let old: [Int]
  let new: [Int]
  var limit = 250_000

  /// Returns the steps from the old list to the new list.
  ///
  /// - Parameter pairingTheRest: Whether unequal elements between the same two matched pairs are paired by
  ///   position.
  func steps(pairingTheRest: Bool) -> [Step] {
    var steps: [Step] = []
    var next = IndexPair(old: 0, new: 0)
    func fill(to end: IndexPair) {
      let paired = pairingTheRest ? min(end.old - next.old, end.new - next.new) : 0
      for offset in 0..<paired {
        steps.append(.pair(IndexPair(old: next.old + offset, new: next.new + offset)))
      }
      steps += (next.old + paired..<end.old).map(Step.removed)
      steps += (next.new + paired..<end.new).map(Step.added)
    }
    for match in self.matches() {
      fill(to: match)
      steps.append(.pair(match))
      next = IndexPair(old: match.old + 1, new: match.new + 1)
    }
    fill(to: IndexPair(old: old.count, new: new.count))
    return steps
  }

  /// Returns the pairs of equal elements, in order.
  private func matches() -> [IndexPair] {
    var found: [IndexPair] = []
    var start = IndexPair(old: 0, new: 0)
    for anchor in Self.longestRise(of: anchors()) + [IndexPair(old: old.count, new: new.count)] {
      found += matches(old: start.old..<anchor.old, new: start.new..<anchor.new)
      if anchor.old < old.count { found.append(anchor) }
      start = IndexPair(old: anchor.old + 1, new: anchor.new + 1)
    }
    return found
  }

  /// Returns index pairs for the elements that occur exactly once in each list.
  private func anchors() -> [IndexPair] {
    func places(in list: [Int]) -> [Int: Int] {
      Dictionary(zip(list, list.indices)) { _, _ in -1 }.filter { $0.value >= 0 }
    }
    let newPlaces = places(in: new)
    return places(in: old).sorted { $0.value < $1.value }
      .compactMap { entry in newPlaces[entry.key].map { IndexPair(old: entry.value, new: $0) } }
  }

  /// Returns the longest sequence of pairs that is in the order of both lists. The argument is in the order
  /// of the old list.
  private static func longestRise(of pairs: [IndexPair]) -> [IndexPair] {
    /// The last pairs of the best sequences of length 1, 2, …, and the predecessor of each pair.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var rise: [IndexPair] = []
    var index = ends.last
    while let current = index {
      rise.append(pairs[current])
      index = before[current]
    }
    return rise.reversed()
  }

  /// Returns the pairs of equal elements between two anchors.
  private func matches(old oldRange: Range<Int>, new newRange: Range<Int>) -> [IndexPair] {
    var (oldRange, newRange) = (oldRange, newRange)
    var front: [IndexPair] = []
    var back: [IndexPair] = []
    while let first = oldRange.first, let other = newRange.first, old[first] == new[other] {
      front.append(IndexPair(old: first, new: other))
      (oldRange, newRange) = (oldRange.dropFirst(), newRange.dropFirst())
    }
    while let last = oldRange.last, let other = newRange.last, old[last] == new[other] {
      back.append(IndexPair(old: last, new: other))
      (oldRange, newRange) = (oldRange.dropLast(), newRange.dropLast())
    }
    return front + longestCommonSubsequence(oldRange, newRange) + back.reversed()
  }

  private func longestCommonSubsequence(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> [IndexPair] {
    let (height, width) = (oldRange.count, newRange.count)
    guard height > 0, width > 0, height <= limit / width else { return [] }
    /// The length of the longest common subsequence that starts at each pair of positions, row by row, with a
    /// row and a column of zeros at the end.
    var lengths = [Int](repeating: 0, count: (height + 1) * (width + 1))
    func place(_ row: Int, _ column: Int) -> Int { row * (width + 1) + column }
    func isMatch(_ row: Int, _ column: Int) -> Bool {
      old[oldRange.lowerBound + row] == new[newRange.lowerBound + column]
    }
    for row in (0..<height).reversed() {
      for column in (0..<width).reversed() {
        lengths[place(row, column)] =
          isMatch(row, column)
          ? lengths[place(row + 1, column + 1)] + 1
          : max(lengths[place(row + 1, column)], lengths[place(row, column + 1)])
      }
    }
    var found: [IndexPair] = []
    var (row, column) = (0, 0)
    while row < height, column < width {
      if isMatch(row, column) {
        found.append(IndexPair(old: oldRange.lowerBound + row, new: newRange.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[place(row + 1, column)] >= lengths[place(row, column + 1)] {
        row += 1
      } else {
        column += 1
      }
    }
    return found
  }
}
