import TroupeTesting

/// Chooses declarations from a grammar so that every two choices are made together in one of them.
struct ClientGrammarPairs {
  /// Two choices: parts of the grammar, and what is chosen for each.
  struct Pair: Hashable {
    var parts: [Int]
    var choices: [Int]
  }

  private let sizes: [Int]
  private let isPlausible: ([Int]) -> Bool
  private var generator = SeededGenerator(seed: 33)

  init(sizes: [Int], isPlausible: @escaping ([Int]) -> Bool) {
    self.sizes = sizes
    self.isPlausible = isPlausible
  }

  /// The declarations. What no plausible declaration was found for is left out.
  ///
  /// - Parameter apart: Parts whose choices need not be made together.
  mutating func rows(apart: [Int]) -> [[Int]] {
    var missing: Set<Pair> = []
    var order: [Pair] = []
    for first in sizes.indices {
      for second in sizes.indices where second > first && [first, second] != apart {
        for a in 0..<sizes[first] {
          for b in 0..<sizes[second] { order.append(Pair(parts: [first, second], choices: [a, b])) }
        }
      }
    }
    missing = Set(order)
    order.shuffle(using: &generator)
    var rows: [[Int]] = []
    for pair in order where missing.contains(pair) {
      var best: (row: [Int], gain: [Pair])?
      for _ in 0..<30 {
        let row = sizes.indices.map { part in
          pair.parts.firstIndex(of: part).map { pair.choices[$0] }
            ?? Int.random(in: 0..<sizes[part], using: &generator)
        }
        guard isPlausible(row) else { continue }
        let gain = pairs(of: row).filter { missing.contains($0) }
        if gain.count > best?.gain.count ?? 0 { best = (row, gain) }
      }
      guard let best else { continue }
      rows.append(best.row)
      missing.subtract(best.gain)
    }
    return rows
  }

  private func pairs(of row: [Int]) -> [Pair] {
    row.indices.flatMap { first in
      row.indices.dropFirst(first + 1).map { Pair(parts: [first, $0], choices: [row[first], row[$0]]) }
    }
  }
}
