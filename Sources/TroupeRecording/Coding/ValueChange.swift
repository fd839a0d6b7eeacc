/// Computes and applies the changes from one value to another, as a recording stores them.
///
/// Each change is an array. An array with only a path removes a member. An array with a path and a value sets
/// a member or replaces a value. An array with a path, a position, a count and another array replaces that
/// number of elements with the other array's elements. A path consists of names and positions.
enum ValueChange {
  /// Returns the changes that turn one value into another value.
  static func changes(from old: RecordedValue, to new: RecordedValue) -> [RecordedValue] {
    var changes: [RecordedValue] = []
    var path: [RecordedValue] = []
    add(old, new, &path, &changes)
    return changes
  }

  private static func add(
    _ old: RecordedValue,
    _ new: RecordedValue,
    _ path: inout [RecordedValue],
    _ changes: inout [RecordedValue]
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for (name, value) in new {
        path.append(.string(name))
        if let before = old[name] {
          add(before, value, &path, &changes)
        } else {
          changes.append(.array([.array(path), value]))
        }
        path.removeLast()
      }
      for name in old.keys where new[name] == nil { changes.append(.array([.array(path + [.string(name)])])) }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for index in old.indices {
        path.append(.integer(index))
        add(old[index], new[index], &path, &changes)
        path.removeLast()
      }
    case (.array(let old), .array(let new)):
      let start = zip(old, new).prefix { $0 == $1 }.count
      let limit = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
      changes.append(
        .array([
          .array(path), .integer(start), .integer(old.count - start - end),
          .array(Array(new[start..<new.count - end])),
        ])
      )
    default:
      if old != new { changes.append(.array([.array(path), new])) }
    }
  }

  /// Applies a change to a value. Returns false if the value doesn't have the part that the change names.
  static func apply(_ change: RecordedValue, to value: inout RecordedValue) -> Bool {
    guard let parts = change.elements, let path = parts.first?.elements else { return false }
    return apply(parts.dropFirst(), at: path[...], to: &value)
  }

  private static func apply(
    _ parts: ArraySlice<RecordedValue>,
    at path: ArraySlice<RecordedValue>,
    to value: inout RecordedValue
  ) -> Bool {
    guard let step = path.first else { return apply(parts, to: &value) }
    let rest = path.dropFirst()
    switch value {
    case .object(var members):
      guard let name = step.text else { return false }
      // The outer value is cleared so that the members have only one owner. Otherwise, changing the members
      // would copy them.
      value = .null
      defer { value = .object(members) }
      if rest.isEmpty, parts.count < 2 {
        members[name] = parts.first
        return true
      }
      guard var member = members.removeValue(forKey: name) else { return false }
      defer { members[name] = member }
      return apply(parts, at: rest, to: &member)
    case .array(var elements):
      guard let index = step.integer, elements.indices.contains(index) else { return false }
      value = .null
      defer { value = .array(elements) }
      return apply(parts, at: rest, to: &elements[index])
    case .null, .bool, .number, .string: return false
    }
  }

  private static func apply(_ parts: ArraySlice<RecordedValue>, to value: inout RecordedValue) -> Bool {
    let parts = Array(parts)
    if parts.count == 1 {
      value = parts[0]
      return true
    }
    guard parts.count == 3, let start = parts[0].integer, let count = parts[1].integer,
      let new = parts[2].elements, case .array(var elements) = value, start >= 0, count >= 0,
      count <= elements.count, start <= elements.count - count
    else { return false }
    value = .null
    elements.replaceSubrange(start..<start + count, with: new)
    value = .array(elements)
    return true
  }
}
