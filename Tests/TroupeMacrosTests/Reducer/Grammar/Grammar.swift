/// A grammar of declarations: for each of its dimensions, the values of which a declaration has one.
struct Grammar {
  let dimensions: [[String]]

  /// The number of all combinations.
  var size: Int { dimensions.map(\.count).reduce(1, *) }

  /// All combinations, as indices of the values.
  var all: [[Int]] {
    dimensions.reduce([[]]) { rows, values in rows.flatMap { row in values.indices.map { row + [$0] } } }
  }

  /// Combinations in which each value of a dimension meets each value of each other one.
  ///
  /// It takes the pairs that aren't met yet in order, and fills the other dimensions with the value that
  /// meets the most of the pairs that are left.
  ///
  /// - Parameter isValid: Whether a combination can be declared. A pair of which none can is left out.
  func pairwise(where isValid: ([Int]) -> Bool) -> [[Int]] {
    var open: Set<Pair> = []
    for (a, b) in pairsOfDimensions {
      for x in dimensions[a].indices {
        for y in dimensions[b].indices { open.insert(Pair(a, x, b, y)) }
      }
    }
    var rows: [[Int]] = []
    for pair in open.sorted(by: <) where open.contains(pair) {
      var row = dimensions.map { _ in 0 }
      (row[pair.a], row[pair.b]) = (pair.x, pair.y)
      guard isValid(row) else { continue }
      for dimension in dimensions.indices where dimension != pair.a && dimension != pair.b {
        var best = (row: row, met: met(by: row, in: open).count)
        for value in dimensions[dimension].indices {
          var next = row
          next[dimension] = value
          let met = isValid(next) ? met(by: next, in: open).count : 0
          if met > best.met { best = (next, met) }
        }
        row = best.row
      }
      open.subtract(met(by: row, in: open))
      rows.append(row)
    }
    return rows
  }

  private var pairsOfDimensions: [(Int, Int)] {
    dimensions.indices.flatMap { a in dimensions.indices.filter { $0 > a }.map { (a, $0) } }
  }

  private func met(by row: [Int], in open: Set<Pair>) -> [Pair] {
    pairsOfDimensions.map { Pair($0, row[$0], $1, row[$1]) }.filter(open.contains)
  }

  private struct Pair: Hashable, Comparable {
    let a, x, b, y: Int

    init(_ a: Int, _ x: Int, _ b: Int, _ y: Int) { (self.a, self.x, self.b, self.y) = (a, x, b, y) }

    static func < (l: Pair, r: Pair) -> Bool { (l.a, l.x, l.b, l.y) < (r.a, r.x, r.b, r.y) }
  }
}
