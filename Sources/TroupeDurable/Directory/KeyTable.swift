/// A key in a ``KeyTable``, whose strings are compared by their UTF-8.
///
/// Two keys are the same if they are equal and their strings have the same UTF-8. Swift compares strings by
/// canonical equivalence, but storages compare their UTF-8. Two spellings of `"é"` are two keys in a storage,
/// so they must be two keys in a directory. Otherwise, callers of both keys would share one store.
@usableFromInline
struct SpelledKey<Key: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline let key: Key

  @inlinable
  init(_ key: Key) { self.key = key }

  @inlinable
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key && Spelling.isSame(lhs.key, rhs.key) }

  @inlinable
  func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }

  /// A number's raw hash is faster to compute than a hash of its bits by a hasher.
  @inlinable
  func _rawHashValue(seed: Int) -> Int { key._rawHashValue(seed: seed) }
}

/// A dictionary in which strings in keys are compared by their UTF-8.
@usableFromInline
struct KeyTable<Key: Hashable & Sendable, Value> {
  @usableFromInline var table: [SpelledKey<Key>: Value] = [:]

  @inlinable
  init() {}

  @inlinable
  subscript(key: Key) -> Value? {
    get { table[SpelledKey(key)] }
    set { table[SpelledKey(key)] = newValue }
  }

  var keys: [Key] { table.keys.map(\.key) }
  var values: Dictionary<SpelledKey<Key>, Value>.Values { table.values }
  var count: Int { table.count }
  var isEmpty: Bool { table.isEmpty }

  mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    table = table.filter { !isRemoved($0.key.key, $0.value) }
  }
}

/// Compares the spellings of strings in equal keys.
@usableFromInline
enum Spelling {
  /// Returns whether the strings in two equal keys have the same UTF-8.
  @inlinable
  static func isSame<Key: Hashable>(_ lhs: Key, _ rhs: Key) -> Bool {
    // Numbers and similar types contain no strings. The compiler evaluates this condition for each key type.
    if _isPOD(Key.self) { return true }
    if let lhs = lhs as? String, let rhs = rhs as? String { return haveSameUTF8(lhs, rhs) }
    return haveSameStrings(lhs, rhs)
  }

  @inlinable
  static func haveSameUTF8(_ lhs: String, _ rhs: String) -> Bool {
    // Comparing the buffers is several times faster than comparing the views.
    let isSame = lhs.utf8.withContiguousStorageIfAvailable { lhs in
      rhs.utf8.withContiguousStorageIfAvailable { rhs in lhs.elementsEqual(rhs) }
    }
    return (isSame ?? nil) ?? lhs.utf8.elementsEqual(rhs.utf8)
  }

  @usableFromInline
  static func haveSameStrings<Key: Hashable>(_ lhs: Key, _ rhs: Key) -> Bool {
    // Most equal keys have equal bits in memory, so the search for their strings is rarely needed.
    if Key.self == StorageKey.self || haveSameBits(lhs, rhs) { return true }
    return haveSameStrings(of: lhs, rhs)
  }

  /// Returns whether the strings in two equal values have the same UTF-8.
  static func haveSameStrings(of lhs: Any, _ rhs: Any) -> Bool {
    // Strings that aren't equal are skipped, because the key type's `==` ignores these strings.
    zip(strings(in: lhs), strings(in: rhs)).allSatisfy { $0 != $1 || $0.utf8.elementsEqual($1.utf8) }
  }

  private static func haveSameBits<Key>(_ lhs: Key, _ rhs: Key) -> Bool {
    withUnsafeBytes(of: lhs) { lhs in withUnsafeBytes(of: rhs) { rhs in lhs.elementsEqual(rhs) } }
  }

  /// Returns the strings in a value, in the same order for equal values.
  private static func strings(in value: Any) -> [String] {
    var seen: Set<ObjectIdentifier> = []
    return strings(in: value, &seen)
  }

  private static func strings(in value: Any, _ seen: inout Set<ObjectIdentifier>) -> [String] {
    switch value {
    case let string as String: return [string]
    case let string as Substring: return [String(string)]
    case let character as Character: return [String(character)]
    case let key as StorageKey: return [key.text]
    default: break
    }
    let mirror = Mirror(reflecting: value)
    // An object may refer to itself indirectly.
    if mirror.displayStyle == .class, !seen.insert(ObjectIdentifier(value as AnyObject)).inserted {
      return []
    }
    var parts: [[String]] = []
    var level: Mirror? = mirror
    while let next = level {
      for child in next.children { parts.append(strings(in: child.value, &seen)) }
      level = next.superclassMirror
    }
    switch mirror.displayStyle {
    case .set, .dictionary: parts.sort { $0.lexicographicallyPrecedes($1) }
    default: break
    }
    return parts.flatMap { $0 }
  }
}
