extension ValueComparison {
  // MARK: Comparing without texts

  /// Returns whether ``difference(_:_:depth:)`` would find a difference between two values. This method
  /// creates no texts and doesn't mark the values' objects as shown.
  mutating func differ(_ old: Any, _ new: Any, depth: Int) -> Bool {
    if let areEqual = Self.areEqual(old, new) { return !areEqual }
    let (oldReading, newReading) = (builder.reader.read(old), builder.reader.read(new))
    return oldReading.type != newReading.type || differ(oldReading.shape, newReading.shape, depth: depth)
  }

  private mutating func differ(_ oldShape: Shape, _ newShape: Shape, depth: Int) -> Bool {
    let isTooDeep = depth >= ValueText.maximumDepth
    switch (oldShape, newShape) {
    case (.leaf(let old), .leaf(let new)): return old != new
    case (.description(let oldName, let old), .description(let newName, let new)):
      return oldName != newName || old != new
    case (.string(let old), .string(let new)): return old != new
    case (.record(let old), .record(let new)) where Self.match(old, new):
      return differ(old, new, depth: depth)
    case (.elements(let name, let old), .elements(let newName, let new)) where name == newName:
      if isTooDeep { return false }
      if old.count != new.count { return true }
      return zip(old, new).contains { differ($0, $1, depth: depth + 1) }
    case (.members(let name, let old), .members(let newName, let new)) where name == newName:
      return !isTooDeep && Set(keys(old, depth + 1)) != Set(keys(new, depth + 1))
    case (.entries(let old), .entries(let new)):
      return !isTooDeep && differ(old, new, depth: depth + 1)
    default:
      return true
    }
  }

  private mutating func differ(_ old: Shape.Record, _ new: Shape.Record, depth: Int) -> Bool {
    var pair: Pair?
    if let oldObject = old.object, let newObject = new.object {
      if oldObject === newObject { return false }
      let objects = Pair(old: oldObject, new: newObject)
      if let known = verdicts[objects] ?? differing[objects] { return known }
      // As in `differing`, the objects count as equal while a cycle is compared.
      verdicts[objects] = false
      pair = objects
    }
    if depth >= ValueText.maximumDepth { return false }
    let areDifferent = zip(old.properties, new.properties).contains {
      differ($0.value, $1.value, depth: depth + 1)
    }
    if let pair { verdicts[pair] = areDifferent }
    return areDifferent
  }

  private mutating func differ(
    _ old: [Shape.DictionaryEntry],
    _ new: [Shape.DictionaryEntry],
    depth: Int
  ) -> Bool {
    let oldKeys = keys(old.map(\.key), depth)
    let newKeys = keys(new.map(\.key), depth)
    let newEntries = Dictionary(zip(newKeys, new)) { first, _ in first }
    if Set(oldKeys) != Set(newKeys) { return true }
    return zip(oldKeys, old).contains { key, old in
      newEntries[key].map { differ(old.value, $0.value, depth: depth) } ?? true
    }
  }
}
