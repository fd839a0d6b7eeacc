extension ValueComparison {
  // MARK: Lists

  /// Returns the difference between two lists. Equal elements at both ends are removed first, so that for one
  /// change in a long list, each element is compared only once.
  mutating func elements(_ old: [Any], _ new: [Any], name: String, depth: Int) -> Difference? {
    let open = name.isEmpty ? "[" : "\(name)(["
    let close = name.isEmpty ? "]" : "])"
    let depth = depth + 1

    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, !differ(old[start], new[start], depth: depth) { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start {
      // If no element was removed or added before the first pair, the pair is known to differ.
      let isStart = oldEnd == start + 1 && newEnd == start + 1
      if isStart || differ(old[oldEnd - 1], new[newEnd - 1], depth: depth) { break }
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }

    var parts = DifferenceParts()
    appendEnd(new, 0..<start, to: &parts, depth: depth)
    for step in steps(old, start..<oldEnd, new, start..<newEnd, depth: depth) {
      switch step {
      case .pair(let pair):
        let found = difference(old[pair.old], new[pair.new], depth: depth)
        let label = pair.old == pair.new ? "[\(pair.new)]: " : "[\(pair.old) → \(pair.new)]: "
        if let found {
          parts.append(.changed(label: label, found), comparison: &self)
        } else {
          parts.appendUnchanged(new[pair.new], label: label, depth: depth, comparison: &self)
        }
      case .removed(let index):
        parts.append(.removed(label: "[\(index)]: ", text(old[index], depth)), comparison: &self)
      case .added(let index):
        parts.append(.added(label: "[\(index)]: ", text(new[index], depth)), comparison: &self)
      }
    }
    appendEnd(new, newEnd..<new.count, to: &parts, depth: depth)
    return parts.difference(open: open, close: close, comparison: &self)
  }

  private mutating func appendEnd(
    _ list: [Any],
    _ range: Range<Int>,
    to parts: inout DifferenceParts,
    depth: Int
  ) {
    if range.count == 1, let index = range.first {
      parts.appendUnchanged(list[index], label: "[\(index)]: ", depth: depth, comparison: &self)
    } else {
      parts.appendUnchanged(count: range.count)
    }
  }

  /// Returns the steps for the elements between the equal ends of two lists.
  private mutating func steps(
    _ old: [Any],
    _ oldRange: Range<Int>,
    _ new: [Any],
    _ newRange: Range<Int>,
    depth: Int
  ) -> [Alignment.Step] {
    func identity(_ value: Any) -> AnyHashable? {
      func id<Element: Identifiable>(_ element: Element) -> AnyHashable { AnyHashable(element.id) }
      guard let element = value as? any Identifiable else { return nil }
      return id(element)
    }
    let oldIDs = oldRange.compactMap { identity(old[$0]) }
    let newIDs = newRange.compactMap { identity(new[$0]) }
    let areIdentified = oldIDs.count == oldRange.count && newIDs.count == newRange.count
    var numbering = Numbering()
    let oldNumbers: [Int]
    let newNumbers: [Int]
    if areIdentified {
      oldNumbers = oldIDs.map { numbering.number(of: $0) }
      newNumbers = newIDs.map { numbering.number(of: $0) }
    } else if oldRange.isEmpty || newRange.isEmpty || oldRange.count == 1 && newRange.count == 1 {
      // There is only one possible result, so no texts are needed.
      oldNumbers = oldRange.map { _ in 0 }
      newNumbers = newRange.map { _ in 0 }
    } else {
      // Equal values usually have equal texts. If their texts differ, they are shown as one value that
      // changed.
      oldNumbers = oldRange.map { numbering.number(of: line(old[$0], depth)) }
      newNumbers = newRange.map { numbering.number(of: line(new[$0], depth)) }
    }
    return Alignment(old: oldNumbers, new: newNumbers).steps(pairingTheRest: !areIdentified)
      .map { $0.moved(old: oldRange.lowerBound, new: newRange.lowerBound) }
  }

  /// Returns the difference between the lines of two strings.
  mutating func lines(_ old: [String], _ new: [String]) -> Difference? {
    var numbering = Numbering()
    let oldNumbers = old.map { numbering.number(of: $0) }
    let newNumbers = new.map { numbering.number(of: $0) }
    var parts = DifferenceParts()
    for step in Alignment(old: oldNumbers, new: newNumbers).steps(pairingTheRest: false) {
      switch step {
      case .pair(let pair): parts.appendUnchanged(line: new[pair.new])
      case .removed(let index): parts.append(.removed(label: "", .line(old[index])), comparison: &self)
      case .added(let index): parts.append(.added(label: "", .line(new[index])), comparison: &self)
      }
    }
    return parts.difference(open: "\"\"\"", close: "\"\"\"", isString: true, comparison: &self)
  }

  // MARK: Unordered collections

  mutating func members(_ old: [Any], _ new: [Any], name: String, depth: Int) -> Difference? {
    let depth = depth + 1
    let oldKeys = keys(old, depth)
    let newKeys = keys(new, depth)
    let (oldSet, newSet) = (Set(oldKeys), Set(newKeys))
    var changes: [(key: TextOrder.Key, part: Difference.Part)] = []
    for (key, member) in zip(oldKeys, old) where !newSet.contains(key) {
      let part = Difference.Part.removed(label: "", text(member, depth))
      changes.append((TextOrder.Key(line(member, depth)), part))
    }
    let removed = changes.count
    for (key, member) in zip(newKeys, new) where !oldSet.contains(key) {
      let part = Difference.Part.added(label: "", text(member, depth))
      changes.append((TextOrder.Key(line(member, depth)), part))
    }
    return unordered(changes, unchanged: old.count - removed, open: "\(name)([", close: "])")
  }

  mutating func entries(
    _ old: [Shape.DictionaryEntry],
    _ new: [Shape.DictionaryEntry],
    depth: Int
  ) -> Difference? {
    let depth = depth + 1
    let oldKeys = keys(old.map(\.key), depth)
    let newKeys = keys(new.map(\.key), depth)
    let newEntries = Dictionary(zip(newKeys, new)) { first, _ in first }
    let oldSet = Set(oldKeys)
    var changes: [(key: TextOrder.Key, part: Difference.Part)] = []
    var unchanged = 0
    for (key, old) in zip(oldKeys, old) {
      if let new = newEntries[key] {
        guard let found = difference(old.value, new.value, depth: depth) else {
          unchanged += 1
          continue
        }
        let line = line(new.key, depth)
        changes.append((TextOrder.Key(line), .changed(label: "\(line): ", found)))
      } else {
        let line = line(old.key, depth)
        changes.append((TextOrder.Key(line), .removed(label: "\(line): ", text(old.value, depth))))
      }
    }
    for (key, new) in zip(newKeys, new) where !oldSet.contains(key) {
      let line = line(new.key, depth)
      changes.append((TextOrder.Key(line), .added(label: "\(line): ", text(new.value, depth))))
    }
    return unordered(changes, unchanged: unchanged, open: "[", close: "]")
  }

  private mutating func unordered(
    _ changes: [(key: TextOrder.Key, part: Difference.Part)],
    unchanged: Int,
    open: String,
    close: String
  ) -> Difference? {
    var parts = DifferenceParts()
    for change in changes.sorted(by: { $0.key < $1.key }) { parts.append(change.part, comparison: &self) }
    parts.appendUnchanged(count: unchanged)
    return parts.difference(open: open, close: close, comparison: &self)
  }

  /// Returns the value that identifies each member or key, which is the member or key itself, or its text if
  /// it isn't hashable.
  mutating func keys(_ values: [Any], _ depth: Int) -> [AnyHashable] {
    values.map { ($0 as? AnyHashable) ?? AnyHashable(line($0, depth)) }
  }
}
