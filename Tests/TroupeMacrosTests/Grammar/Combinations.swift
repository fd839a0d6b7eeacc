import Foundation
import TroupeTesting

/// The combinations of choices in a grammar: all of them, or just enough that each pair of choices occurs.
enum Combinations {
  /// Whether all combinations are tried. That takes minutes: `TROUPE_GRAMMAR=all`.
  static var areComplete: Bool { ProcessInfo.processInfo.environment["TROUPE_GRAMMAR"] == "all" }

  /// The combinations to try.
  ///
  /// - Parameters:
  ///   - counts: The number of choices at each place.
  ///   - isValid: Whether a combination makes sense.
  static func chosen(of counts: [Int], where isValid: ([Int]) -> Bool = { _ in true }) -> [[Int]] {
    areComplete ? all(of: counts).filter(isValid) : pairs(of: counts, where: isValid)
  }

  /// The combinations to try.
  ///
  /// - Parameter slices: The choices at each place that are combined, in one or more ways.
  /// - Returns: The choice for each place.
  static func chosen(of slices: [[Range<Int>]]) -> [[Int]] {
    slices.flatMap { places in
      chosen(of: places.map(\.count)).map { zip($0, places).map { $0 + $1.lowerBound } }
    }
  }

  /// All combinations.
  static func all(of counts: [Int]) -> [[Int]] {
    counts.reduce([[]]) { rows, count in rows.flatMap { row in (0..<count).map { row + [$0] } } }
  }

  /// Combinations in which each two choices at different places occur together.
  ///
  /// Each row starts with the first missing pair, and takes at each further place the choice that adds the
  /// most missing pairs with the earlier choices. The rows are always the same.
  ///
  /// - Parameters:
  ///   - counts: The number of choices at each place.
  ///   - apart: Two places whose choices need not occur together.
  ///   - isValid: Whether a combination makes sense. A pair for which none is found is left out.
  static func pairs(
    of counts: [Int],
    apart: [Int] = [],
    where isValid: ([Int]) -> Bool = { _ in true }
  ) -> [[Int]] {
    guard counts.count > 1 else { return all(of: counts).filter(isValid) }
    var missing = MissingPairs(counts, apart: apart)
    var generator = SeededGenerator(seed: 33)
    var rows: [[Int]] = []
    for (a, b) in places(counts.count) {
      for x in 0..<counts[a] {
        for y in 0..<counts[b] where missing.contains(a, x, b, y) {
          let fixed = [a: x, b: y]
          guard var row = start(of: counts, with: fixed, &generator, where: isValid) else { continue }
          var decided = [a, b]
          for place in row.indices where fixed[place] == nil {
            // Which of several equal choices comes first differs from row to row, so that other combinations
            // vary, too.
            var choices = (0..<counts[place]).map { ($0 + rows.count) % counts[place] }
              .map { choice in
                (choice: choice, gain: decided.count { missing.contains($0, row[$0], place, choice) })
              }
            choices.sort { $0.gain > $1.gain }
            let best = choices.first { choice in
              var next = row
              next[place] = choice.choice
              return isValid(next)
            }
            if let best { row[place] = best.choice }
            decided.append(place)
          }
          missing.remove(allOf: row)
          rows.append(row)
        }
      }
    }
    return rows
  }

  /// A valid combination with two choices: of the first ones, or a random one.
  private static func start(
    of counts: [Int],
    with fixed: [Int: Int],
    _ generator: inout SeededGenerator,
    where isValid: ([Int]) -> Bool
  ) -> [Int]? {
    let first = counts.indices.map { fixed[$0] ?? 0 }
    if isValid(first) { return first }
    for _ in 0..<100 {
      let row = counts.indices.map { fixed[$0] ?? Int.random(in: 0..<counts[$0], using: &generator) }
      if isValid(row) { return row }
    }
    return nil
  }

  static func places(_ count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { a in (a + 1..<max(a + 1, count)).map { (a, $0) } }
  }
}

/// The pairs of choices that don't occur yet.
private struct MissingPairs {
  private let starts: [Int]
  private let count: Int
  private var isMissing: [Bool]

  init(_ counts: [Int], apart: [Int]) {
    starts = counts.indices.map { counts[..<$0].reduce(0, +) }
    count = counts.reduce(0, +)
    isMissing = Array(repeating: false, count: count * count)
    for (a, b) in Combinations.places(counts.count) where [a, b] != apart {
      for x in 0..<counts[a] { for y in 0..<counts[b] { isMissing[index(a, x, b, y)] = true } }
    }
  }

  func contains(_ a: Int, _ x: Int, _ b: Int, _ y: Int) -> Bool { isMissing[index(a, x, b, y)] }

  mutating func remove(allOf row: [Int]) {
    for (a, b) in Combinations.places(row.count) { isMissing[index(a, row[a], b, row[b])] = false }
  }

  private func index(_ a: Int, _ x: Int, _ b: Int, _ y: Int) -> Int {
    let (first, second) = (starts[a] + x, starts[b] + y)
    return min(first, second) * count + max(first, second)
  }
}
