import XCTest

@testable import TroupeDurable

/// Which values of keys are the same, and their entries in a table.
final class KeyTableTests: XCTestCase {
  private static let (composed, decomposed) = ("\u{e9}", "e\u{301}")

  private struct Pair: Hashable, Sendable {
    var first: String
    var second: String
  }

  private class Base: Hashable, @unchecked Sendable {
    // Unchecked: one task creates it, uses it and changes it.
    let name: String
    var next: Base?

    init(_ name: String) { self.name = name }

    static func == (lhs: Base, rhs: Base) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  private final class Derived: Base, @unchecked Sendable {
    let number = 1
  }

  func testATableIsADictionary() {
    var table = KeyTable<String, Int>()
    XCTAssertTrue(table.isEmpty)
    XCTAssertEqual(table.count, 0)
    for (number, key) in ["a", "b", Self.composed, Self.decomposed].enumerated() { table[key] = number }
    XCTAssertFalse(table.isEmpty)
    XCTAssertEqual(table.count, 4)
    XCTAssertEqual(table[Self.composed], 2)
    XCTAssertEqual(table[Self.decomposed], 3)
    XCTAssertEqual(Set(table.keys.map { Array($0.utf8) }).count, 4)
    XCTAssertEqual(table.values.sorted(), [0, 1, 2, 3])
    table.removeAll { key, value in key == "a" || value == 2 }
    XCTAssertEqual(table.values.sorted(), [1, 3])
    table["b"] = nil
    XCTAssertNil(table["b"])
    XCTAssertEqual(table.count, 1)
  }

  func testAKeyHasTheHashOfItsValue() {
    for value in ["", "a", Self.composed] {
      XCTAssertEqual(SpelledKey(value).hashValue, value.hashValue)
      XCTAssertEqual(SpelledKey(value)._rawHashValue(seed: 7), value._rawHashValue(seed: 7))
    }
    XCTAssertEqual(SpelledKey(3)._rawHashValue(seed: 7), 3._rawHashValue(seed: 7))
    XCTAssertNotEqual(SpelledKey(3).hashValue, SpelledKey(4).hashValue)
    // As a part of another value.
    var (own, plain) = (Hasher(), Hasher())
    SpelledKey("a").hash(into: &own)
    "a".hash(into: &plain)
    let hash = own.finalize()
    XCTAssertEqual(hash, plain.finalize())
    XCTAssertNotEqual(hash, Hasher().finalize())
  }

  // S778
  func testEachStringInAKeyCounts() {
    let (same, other) = (Self.composed, Self.decomposed)
    XCTAssertEqual(SpelledKey(Pair(first: same, second: same)), SpelledKey(Pair(first: same, second: same)))
    XCTAssertNotEqual(
      SpelledKey(Pair(first: same, second: same)),
      SpelledKey(Pair(first: same, second: other))
    )
    XCTAssertNotEqual(
      SpelledKey(Pair(first: same, second: same)),
      SpelledKey(Pair(first: other, second: same))
    )
    XCTAssertNotEqual(SpelledKey("a"), SpelledKey("b"))
    // One of many similar ones.
    let pairs = (0..<20).map { Pair(first: "\($0)", second: same) }
    for index in pairs.indices {
      var changed = pairs
      XCTAssertEqual(SpelledKey(pairs), SpelledKey(changed))
      changed[index].second = other
      XCTAssertEqual(pairs, changed)
      XCTAssertNotEqual(SpelledKey(pairs), SpelledKey(changed), "\(index)")
    }
    XCTAssertFalse(Spelling.haveSameStrings(of: StorageKey(same), StorageKey(other)))
    XCTAssertTrue(Spelling.haveSameStrings(of: StorageKey(same), StorageKey(same)))
  }

  /// Equal sets can have their elements in different orders.
  // S778
  func testTheOrderInASetOrADictionaryDoesNotCount() {
    let names = (0..<50).map { "\($0) \(Self.composed)" }
    for index in [0, 10, 20, 30, 40] {
      for capacity in [50, 100, 1_000, 10_000] {
        var (set, dictionary) = (Set<String>(minimumCapacity: capacity), [String: String]())
        dictionary.reserveCapacity(capacity)
        for (number, name) in names.enumerated().reversed() {
          let name = number == index ? "\(number) \(Self.decomposed)" : name
          set.insert(name)
          dictionary[name] = name
        }
        XCTAssertEqual(set, Set(names))
        XCTAssertNotEqual(SpelledKey(set), SpelledKey(Set(names)))
        let right = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
        XCTAssertEqual(dictionary, right)
        XCTAssertNotEqual(SpelledKey(dictionary), SpelledKey(right))
        var again = Set<String>(minimumCapacity: capacity)
        for name in names.reversed() { again.insert(name) }
        XCTAssertEqual(SpelledKey(again), SpelledKey(Set(names)))
      }
    }
  }

  // S778
  func testObjectsAreFollowedOnceAndWithTheirSuperclasses() {
    func circle(_ name: String) -> Base {
      let (object, other) = (Derived(name), Derived("other"))
      (object.next, other.next) = (other, object)
      return object
    }
    let objects = [Self.composed, Self.composed, Self.decomposed].map(circle)
    XCTAssertEqual(SpelledKey(objects[0]), SpelledKey(objects[1]))
    XCTAssertEqual(objects[0], objects[2])
    XCTAssertNotEqual(SpelledKey(objects[0]), SpelledKey(objects[2]))
    for object in objects { object.next?.next = nil }
  }
}
