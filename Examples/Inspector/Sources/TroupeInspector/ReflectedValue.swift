import TroupeRecording

/// A value as a tree, made with a mirror: for values that have no encoding, and for the shape of values whose
/// payloads aren't shown.
struct ReflectedValue {
  /// The number of values in a tree.
  private static let valueLimit = 5_000
  private static let depthLimit = 20

  private let showsPayloads: Bool
  private var count = 0

  /// Returns the tree of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - showsPayloads: Whether the tree contains the values, or only the names of properties and cases, the
  ///     sizes of collections, and the names of types.
  static func tree(of value: Any, showsPayloads: Bool) -> RecordedValue {
    var reflected = ReflectedValue(showsPayloads: showsPayloads)
    return reflected.tree(value, depthLimit)
  }

  private init(showsPayloads: Bool) { self.showsPayloads = showsPayloads }

  private mutating func tree(_ value: Any, _ depth: Int) -> RecordedValue {
    count += 1
    if count > Self.valueLimit || depth == 0 { return .string("…") }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { tree($0.value, depth) } ?? .null
    case .collection, .set:
      // The order of a set is another one each time.
      return .array(mirror.children.prefix(Self.valueLimit).map { tree($0.value, depth - 1) })
    case .dictionary: return dictionary(mirror, depth)
    case .enum: return enumeration(value, mirror, depth)
    case .struct, .class, .tuple, .foreignReference:
      if mirror.children.isEmpty { return leaf(value) }
      return .object(members(mirror, depth))
    case nil: return leaf(value)
    @unknown default: return leaf(value)
    }
  }

  /// The keys of a dictionary are payloads, too.
  private mutating func dictionary(_ mirror: Mirror, _ depth: Int) -> RecordedValue {
    guard showsPayloads else { return .string("\(mirror.children.count) entries") }
    var members: [String: RecordedValue] = [:]
    for child in mirror.children.prefix(Self.valueLimit) {
      let entry = Array(Mirror(reflecting: child.value).children)
      guard entry.count == 2 else { continue }
      members[Self.text(entry[0].value)] = tree(entry[1].value, depth - 1)
    }
    return .object(members)
  }

  private mutating func enumeration(_ value: Any, _ mirror: Mirror, _ depth: Int) -> RecordedValue {
    guard let child = mirror.children.first else { return .string(Self.text(value)) }
    return .object([child.label ?? "case": tree(child.value, depth - 1)])
  }

  private mutating func members(_ mirror: Mirror, _ depth: Int) -> [String: RecordedValue] {
    var members: [String: RecordedValue] = [:]
    for (index, child) in mirror.children.enumerated() {
      var name = child.label ?? ".\(index)"
      // A macro's own property, and the storage of a property that a macro has changed.
      if name.hasPrefix("_$") { continue }
      if name.hasPrefix("_") { name.removeFirst() }
      members[name] = tree(child.value, depth - 1)
    }
    return members
  }

  private func leaf(_ value: Any) -> RecordedValue {
    guard showsPayloads else { return .string("\(type(of: value))") }
    switch value {
    case let value as Bool: return .bool(value)
    case let value as any BinaryInteger: return .number(String(describing: value))
    case let value as Double where value.isFinite: return .number("\(value)")
    default: return .string(Self.text(value))
    }
  }

  private static func text(_ value: Any) -> String { String(String(describing: value).prefix(10_000)) }
}
