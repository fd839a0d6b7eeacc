import TroupeTesting
import XCTest

@testable import TroupeDiagnostics

final class AlignmentTests: XCTestCase {
  func testTheStepsLeadFromTheOldListToTheNew() {
    for seed in textSeeds(200) {
      var generator = SeededGenerator(seed: seed)
      func list() -> [Int] {
        let count = Int.random(in: 0..<9, using: &generator)
        return (0..<count).map { _ in Int.random(in: 0..<8, using: &generator) }
      }
      let (old, new) = (list(), list())
      for limit in [0, 1_000] {
        for isPairing in [false, true] {
          let steps = Alignment(old: old, new: new, limit: limit).steps(pairingTheRest: isPairing)
          var (oldIndices, newIndices, matches): ([Int], [Int], Int) = ([], [], 0)
          for step in steps {
            switch step {
            case .pair(let pair):
              oldIndices.append(pair.old)
              newIndices.append(pair.new)
              if old[pair.old] == new[pair.new] { matches += 1 }
              if !isPairing { XCTAssertEqual(old[pair.old], new[pair.new], "TROUPE_SEED=\(seed)") }
            case .removed(let index): oldIndices.append(index)
            case .added(let index): newIndices.append(index)
            }
          }
          XCTAssertEqual(oldIndices, Array(old.indices), "TROUPE_SEED=\(seed)")
          XCTAssertEqual(newIndices, Array(new.indices), "TROUPE_SEED=\(seed)")
          XCTAssertLessThanOrEqual(matches, Self.longest(old[...], new[...]), "TROUPE_SEED=\(seed)")
        }
      }
    }
  }

  func testWhatOccursSeveralTimesIsMatchedAsOftenAsPossible() {
    for seed in textSeeds(200) {
      var generator = SeededGenerator(seed: seed)
      // Each number occurs twice, so that nothing anchors the rest.
      let old = (0..<6).map { $0 % 3 }.shuffled(using: &generator)
      let new = (0..<6).map { $0 % 3 }.shuffled(using: &generator)
      let pairs = Alignment(old: old, new: new).steps(pairingTheRest: false).filter { step in
        if case .pair = step { true } else { false }
      }
      XCTAssertEqual(pairs.count, Self.longest(old[...], new[...]), "TROUPE_SEED=\(seed)")
    }
  }

  /// The length of the longest common subsequence, by trying everything.
  private static func longest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> Int {
    guard let first = old.first, let other = new.first else { return 0 }
    if first == other { return 1 + longest(old.dropFirst(), new.dropFirst()) }
    return max(longest(old.dropFirst(), new), longest(old, new.dropFirst()))
  }
}
