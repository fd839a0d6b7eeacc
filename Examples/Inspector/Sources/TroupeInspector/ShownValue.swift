import TroupeRecording

/// A value as a page gets it: bounded, whatever the value is.
///
/// A value can be of any size and depth. A page gets the beginning of long texts, the first members of large
/// collections, and the upper levels. What was left out is said with its size, and read when the user opens
/// it.
struct ShownValue {
  /// The number of characters of a text.
  static let textLimit = 2_000
  /// The number of members of a collection.
  static let memberLimit = 200
  /// The number of levels below the value.
  static let depthLimit = 24
  /// The number of values in all.
  static let valueLimit = 4_000

  private var count = 0

  /// Returns a value for the page, in a form in which each value is an array: its kind, and its contents.
  ///
  /// The kinds are `s` (a text, its whole length), `n` (a number), `b` (`true`, `false` or `null`), `a` (the
  /// number of elements, the first of them), `o` (the number of members, the first of them with their names),
  /// and `…` (the number of members of a value that is too deep).
  static func shown(_ value: RecordedValue, from start: Int = 0) -> RecordedValue {
    var shown = ShownValue()
    return shown.shown(value, depthLimit, from: start)
  }

  private mutating func shown(_ value: RecordedValue, _ depth: Int, from start: Int = 0) -> RecordedValue {
    count += 1
    switch value {
    case .null: return .array([.string("b"), .string("null")])
    case .bool(let value): return .array([.string("b"), .string(value ? "true" : "false")])
    case .number(let text): return .array([.string("n"), .string(String(text.prefix(Self.textLimit)))])
    case .string(let text):
      return .array([.string("s"), .string(String(text.prefix(Self.textLimit))), .int(text.utf8.count)])
    case .array(let elements):
      if isFull(depth) { return .array([.string("…"), .int(elements.count)]) }
      let shown = elements.dropFirst(start).prefix(Self.memberLimit).map { self.shown($0, depth - 1) }
      return .array([.string("a"), .int(elements.count), .array(shown)])
    case .object(let members):
      if isFull(depth) { return .array([.string("…"), .int(members.count)]) }
      let names = members.keys.sorted().dropFirst(start).prefix(Self.memberLimit)
      let shown = names.map { name in
        RecordedValue.array([.string(name), self.shown(members[name] ?? .null, depth - 1)])
      }
      return .array([.string("o"), .int(members.count), .array(shown)])
    }
  }

  private func isFull(_ depth: Int) -> Bool { depth == 0 || count > Self.valueLimit }
}

extension RecordedValue {
  /// Returns the value at a path of names and positions; nil if there is none.
  func value(at path: some Sequence<RecordedValue>) -> RecordedValue? {
    var value = self
    for step in path {
      switch (value, step) {
      case (.object(let members), .string(let name)):
        guard let member = members[name] else { return nil }
        value = member
      case (.array(let elements), .number(let text)):
        guard let index = Int(text), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// Returns the paths at which two values differ, each with the kind of difference: `+` for a value that was
  /// added, `-` for one that was removed, and `~` for one that changed.
  ///
  /// - Parameters:
  ///   - other: The later value.
  ///   - limit: The maximum number of paths.
  func changes(to other: RecordedValue, limit: Int = 500) -> [ValueDifference] {
    var found: [ValueDifference] = []
    var path: [RecordedValue] = []
    Self.collect(self, other, &path, limit, &found)
    return found
  }

  private static func collect(
    _ old: RecordedValue,
    _ new: RecordedValue,
    _ path: inout [RecordedValue],
    _ limit: Int,
    _ found: inout [ValueDifference]
  ) {
    if found.count >= limit || old == new { return }
    func difference(_ step: RecordedValue, _ old: RecordedValue?, _ new: RecordedValue?) {
      if found.count < limit { found.append(ValueDifference(path: path + [step], old: old, new: new)) }
    }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for name in Set(old.keys).union(new.keys).sorted() {
        if let before = old[name], let after = new[name] {
          path.append(.string(name))
          collect(before, after, &path, limit, &found)
          path.removeLast()
        } else {
          difference(.string(name), old[name], new[name])
        }
      }
    case (.array(let old), .array(let new)):
      // What both end with has usually moved, not changed.
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
      let (oldEnd, newEnd) = (old.count - end, new.count - end)
      for index in start..<max(oldEnd, newEnd) {
        if index < oldEnd, index < newEnd {
          path.append(.int(index))
          collect(old[index], new[index], &path, limit, &found)
          path.removeLast()
        } else if index < newEnd {
          difference(.int(index), nil, new[index])
        } else {
          difference(.int(index), old[index], nil)
        }
      }
    default: found.append(ValueDifference(path: path, old: old, new: new))
    }
  }
}

/// A part in which two values differ.
struct ValueDifference: Equatable {
  let path: [RecordedValue]
  let old: RecordedValue?
  let new: RecordedValue?

  /// The difference for the page: the path, and the two values; nothing for one that doesn't exist.
  var shown: RecordedValue {
    var members: [String: RecordedValue] = ["path": .array(path)]
    members["old"] = old.map { ShownValue.shown($0) }
    members["new"] = new.map { ShownValue.shown($0) }
    return .object(members)
  }
}
