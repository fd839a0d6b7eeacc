import Foundation

/// The combinations of choices in a grammar: all of them, or so few that each pair of choices occurs.
enum Combinations {
  /// Whether all combinations are tried. That takes minutes: `TROUPE_GRAMMAR=all`.
  static var areComplete: Bool { ProcessInfo.processInfo.environment["TROUPE_GRAMMAR"] == "all" }

  /// The combinations to try.
  ///
  /// - Parameter slices: The choices at each place that are combined, in one or more ways.
  /// - Returns: The choice for each place.
  static func chosen(of slices: [[Range<Int>]]) -> [[Int]] {
    slices.flatMap { places in
      let counts = places.map(\.count)
      let rows = areComplete ? all(of: counts) : pairs(of: counts)
      return rows.map { zip($0, places).map { $0 + $1.lowerBound } }
    }
  }

  /// All combinations.
  static func all(of counts: [Int]) -> [[Int]] {
    counts.reduce([[]]) { rows, count in rows.flatMap { row in (0..<count).map { row + [$0] } } }
  }

  /// Combinations in which each two choices at different places occur together.
  ///
  /// Each row starts with the first pair that is missing, and takes at each further place the choice that
  /// makes the most missing pairs with those that it has. The rows are always the same.
  static func pairs(of counts: [Int]) -> [[Int]] {
    guard counts.count > 1 else { return all(of: counts) }
    var missing: Set<Pair> = []
    for (a, b) in places(counts.count) {
      for x in 0..<counts[a] { for y in 0..<counts[b] { missing.insert(Pair(a: a, x: x, b: b, y: y)) } }
    }
    var rows: [[Int]] = []
    for (a, b) in places(counts.count) {
      for x in 0..<counts[a] {
        for y in 0..<counts[b] where missing.contains(Pair(a: a, x: x, b: b, y: y)) {
          var row = counts.map { _ in -1 }
          (row[a], row[b]) = (x, y)
          for place in row.indices where row[place] < 0 {
            // What comes first among equals differs from row to row, so that other combinations vary, too.
            let choices = (0..<counts[place]).map { ($0 + rows.count) % counts[place] }
            let gains = choices.map { choice in
              row.indices.count { row[$0] >= 0 && missing.contains(.of(row, $0, and: place, choice)) }
            }
            let best = gains.max() ?? 0
            row[place] = choices[gains.firstIndex(of: best) ?? 0]
          }
          for (a, b) in places(counts.count) { missing.remove(Pair(a: a, x: row[a], b: b, y: row[b])) }
          rows.append(row)
        }
      }
    }
    return rows
  }

  private static func places(_ count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { a in (a + 1..<max(a + 1, count)).map { (a, $0) } }
  }

  private struct Pair: Hashable {
    let a: Int
    let x: Int
    let b: Int
    let y: Int

    static func of(_ row: [Int], _ place: Int, and other: Int, _ choice: Int) -> Pair {
      place < other
        ? Pair(a: place, x: row[place], b: other, y: choice)
        : Pair(a: other, x: choice, b: place, y: row[place])
    }
  }
}
