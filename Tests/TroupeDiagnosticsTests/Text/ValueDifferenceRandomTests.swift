import Foundation
import TroupeDiagnostics
import TroupeTesting
import XCTest

/// Random values. `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one.
final class ValueDifferenceRandomTests: XCTestCase {
  func testValuesHaveADifferenceWhenTheyAreNotEqual() {
    var equal = 0
    for seed in textSeeds(300) {
      var generator = SeededGenerator(seed: seed)
      let old = Tree.random(depth: 4, using: &generator)
      let new =
        Bool.random(using: &generator)
        ? Tree.random(depth: 4, using: &generator) : old.changed(using: &generator)
      if old == new { equal += 1 }
      XCTAssertNil(valueDifference(from: old, to: old), "TROUPE_SEED=\(seed)")
      let difference = valueDifference(from: old, to: new)
      XCTAssertEqual(difference == nil, old == new, "TROUPE_SEED=\(seed): \(difference ?? "none")")
      XCTAssertEqual(valueText(of: old) == valueText(of: new), old == new, "TROUPE_SEED=\(seed)")
      // The same without the help of ==.
      let erased = valueDifference(from: old.erased, to: new.erased)
      XCTAssertEqual(erased == nil, old == new, "TROUPE_SEED=\(seed): \(erased ?? "none")")
      if let difference {
        XCTAssertFalse(difference.contains("//"), "TROUPE_SEED=\(seed): \(difference)")
        let signs = Set(difference.split(separator: "\n").compactMap(\.first))
        XCTAssertTrue(signs.isSubset(of: ["-", "+", " "]), "TROUPE_SEED=\(seed): \(difference)")
        XCTAssertFalse(signs.isDisjoint(with: ["-", "+"]), "TROUPE_SEED=\(seed): \(difference)")
      }
    }
    XCTAssertLessThan(equal, 300, "All values are equal: the test shows nothing.")
  }
}

/// The seeds to try.
func textSeeds(_ count: UInt64) -> [UInt64] {
  let environment = ProcessInfo.processInfo.environment
  if let seed = environment["TROUPE_SEED"].flatMap(UInt64.init) { return [seed] }
  return Array(0..<(environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? count))
}

private indirect enum Tree: Hashable {
  case number(Int)
  case text(String)
  case optional(Tree?)
  case list([Tree])
  case members(Set<Tree>)
  case table([String: Tree])
  case row(id: Int, content: Tree)

  /// The same without `Equatable`, as deep as possible.
  struct Erased { let name: String, content: Any }

  var erased: Erased {
    switch self {
    case .number(let number): Erased(name: "number", content: { number }())
    case .text(let text): Erased(name: "text", content: text)
    case .optional(let tree): Erased(name: "optional", content: tree?.erased as Any)
    case .list(let trees): Erased(name: "list", content: trees.map(\.erased))
    case .members(let trees): Erased(name: "members", content: trees)
    case .table(let trees): Erased(name: "table", content: trees.mapValues(\.erased))
    case .row(let id, let content): Erased(name: "row", content: (id: id, content: content.erased))
    }
  }

  static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
    func some() -> [Tree] {
      (0..<Int.random(in: 0..<5, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) }
    }
    switch Int.random(in: 0..<(depth > 0 ? 7 : 2), using: &generator) {
    case 0: return .number(Int.random(in: 0..<4, using: &generator))
    case 1: return .text(["a", "b", "one\ntwo", "one\n2", ""].randomElement(using: &generator) ?? "")
    case 2:
      return .optional(Bool.random(using: &generator) ? nil : random(depth: depth - 1, using: &generator))
    case 3: return .list(some())
    case 4: return .members(Set(some()))
    case 5: return .table(Dictionary(some().enumerated().map { ("k\($0)", $1) }) { first, _ in first })
    default:
      let id = Int.random(in: 0..<3, using: &generator)
      return .row(id: id, content: random(depth: depth - 1, using: &generator))
    }
  }

  /// The value with a part exchanged.
  func changed(using generator: inout SeededGenerator) -> Tree {
    switch self {
    case .list(var trees) where !trees.isEmpty:
      let index = Int.random(in: trees.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: trees.remove(at: index)
      case 1: trees.insert(.random(depth: 2, using: &generator), at: index)
      default: trees[index] = trees[index].changed(using: &generator)
      }
      return .list(trees)
    case .optional(let tree?): return .optional(tree.changed(using: &generator))
    case .row(let id, let content): return .row(id: id, content: content.changed(using: &generator))
    default: return .random(depth: 2, using: &generator)
    }
  }
}
