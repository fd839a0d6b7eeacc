/// Finds the differences between two values, part by part.
///
/// The comparison reads a value's parts only if the type's `==` doesn't establish that the value is
/// unchanged.
struct ValueComparison {
  /// Two objects that were compared, retained so that no other object gets the same identity.
  struct Pair: Hashable {
    let old: AnyObject
    let new: AnyObject

    static func == (lhs: Pair, rhs: Pair) -> Bool { lhs.old === rhs.old && lhs.new === rhs.new }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(old))
      hasher.combine(ObjectIdentifier(new))
    }
  }

  var builder = TextTreeBuilder()
  /// Whether two compared objects differ. During their comparison, the objects count as equal, so that a
  /// cycle ends. A difference in the cycle is found elsewhere in it.
  private(set) var differing: [Pair: Bool] = [:]
  /// Whether two objects differ that were compared without being shown.
  var verdicts: [Pair: Bool] = [:]

  /// Returns the difference between two values, or nil if they don't differ.
  ///
  /// - Parameters:
  ///   - old: The old value.
  ///   - new: The new value.
  ///   - depth: The values' nesting depth.
  mutating func difference(_ old: Any, _ new: Any, depth: Int) -> Difference? {
    let areEqual = Self.areEqual(old, new)
    if areEqual == true { return nil }
    let (oldReading, newReading) = (builder.reader.read(old), builder.reader.read(new))
    let (oldType, newType) = (oldReading.type, newReading.type)
    let found = difference(oldReading.shape, newReading.shape, of: old, new, depth: depth)
    guard oldType == newType else {
      if let found, line(old, depth) != line(new, depth) { return found }
      let names = (builder.reader.name(of: oldType).full, builder.reader.name(of: newType).full)
      let note =
        "The values look the same, but one has the type \(names.0), and the other has the type \(names.1)."
      return .replaced(old: text(old, depth), new: text(new, depth), note: note)
    }
    if let found { return found }
    guard areEqual == false else { return nil }
    switch oldReading.shape {
    case .leaf, .description:
      // A description may omit the difference. For example, a date's description omits milliseconds.
      let oldShape = builder.reader.read(old, openingDescribed: true).shape
      let newShape = builder.reader.read(new, openingDescribed: true).shape
      if let found = difference(oldShape, newShape, of: old, new, depth: depth) { return found }
    default:
      break
    }
    return .replaced(old: text(old, depth), new: text(new, depth), note: note(oldReading, depth: depth))
  }

  /// Returns a note on the possible reason why two values aren't equal although they look the same.
  private mutating func note(_ reading: ValueReader.Reading, depth: Int) -> String {
    let name = builder.reader.name(of: reading.type).full
    if depth >= ValueText.maximumDepth {
      return "The values are not equal, but the difference is nested too deep to be shown."
    }
    if case .leaf("nan") = reading.shape { return "NaN is not equal to any value, not even to itself." }
    if reading.type is AnyClass {
      return
        "The values look the same, but `==` of the class \(name) returns false: it may compare identities."
    }
    return
      "The values look the same, but `==` of \(name) returns false: it may compare parts that aren't shown."
  }

  mutating func text(_ value: Any, _ depth: Int) -> ValueTextTree {
    builder.text(of: value, depth: depth)
  }

  mutating func line(_ value: Any, _ depth: Int) -> String {
    builder.line(of: value, depth: depth)
  }

  /// Returns the result of `==`, or nil if the values have no common `==`.
  static func areEqual(_ old: Any, _ new: Any) -> Bool? {
    func areEqual<Value: Equatable>(_ old: Value) -> Bool? { (new as? Value).map { old == $0 } }
    guard type(of: old) == type(of: new), let old = old as? any Equatable else { return nil }
    return areEqual(old)
  }

  // MARK: Shapes

  private mutating func difference(
    _ oldShape: Shape,
    _ newShape: Shape,
    of old: Any,
    _ new: Any,
    depth: Int
  ) -> Difference? {
    switch (oldShape, newShape) {
    case (.leaf(let oldText), .leaf(let newText)) where oldText == newText:
      return nil
    case (.description(let oldName, let oldLines), .description(let newName, let newLines))
    where oldName == newName && oldLines == newLines:
      return nil
    case (.string(let old), .string(let new)) where old == new:
      return nil
    case (.string(let old), .string(let new)) where StringLiteral.isBlock(old) && StringLiteral.isBlock(new):
      return lines(StringLiteral.block(old), StringLiteral.block(new))
    case (.record(let oldRecord), .record(let newRecord)) where Self.match(oldRecord, newRecord):
      let isIdentified = old is any Identifiable && new is any Identifiable
      return difference(oldRecord, newRecord, isIdentified: isIdentified, depth: depth)
    case (.elements(let name, let old), .elements(let newName, let new)) where name == newName:
      return depth < ValueText.maximumDepth ? elements(old, new, name: name, depth: depth) : nil
    case (.members(let name, let old), .members(let newName, let new)) where name == newName:
      return depth < ValueText.maximumDepth ? members(old, new, name: name, depth: depth) : nil
    case (.entries(let old), .entries(let new)):
      return depth < ValueText.maximumDepth ? entries(old, new, depth: depth) : nil
    default:
      return .replaced(old: text(old, depth), new: text(new, depth), note: nil)
    }
  }

  // MARK: Records

  /// Returns whether two records have the same parts.
  static func match(_ old: Shape.Record, _ new: Shape.Record) -> Bool {
    old.type == new.type && old.caseName == new.caseName && old.properties.count == new.properties.count
      && zip(old.properties, new.properties).allSatisfy { $0.label == $1.label }
  }

  private mutating func difference(
    _ old: Shape.Record,
    _ new: Shape.Record,
    isIdentified: Bool,
    depth: Int
  ) -> Difference? {
    let head = new.head(depth: depth)
    var pair: Pair?
    if let oldObject = old.object, let newObject = new.object {
      if oldObject === newObject { return nil }
      let objects = Pair(old: oldObject, new: newObject)
      if let isDifferent = differing[objects] { return isDifferent ? .elsewhere(head) : nil }
      if verdicts[objects] == false { return nil }
      differing[objects] = false
      pair = objects
    }
    guard depth < ValueText.maximumDepth else { return nil }
    var parts = DifferenceParts()
    for (old, new) in zip(old.properties, new.properties) {
      let label = new.label.map { "\($0): " } ?? ""
      if let found = difference(old.value, new.value, depth: depth + 1) {
        parts.append(.changed(label: label, found), comparison: &self)
      } else {
        // The id is always shown, because it identifies the element.
        let isKept = isIdentified && new.label == "id"
        parts.appendUnchanged(new.value, label: label, isKept: isKept, depth: depth + 1, comparison: &self)
      }
    }
    guard let found = parts.difference(open: head + "(", close: ")", comparison: &self) else { return nil }
    if let pair { differing[pair] = true }
    return found
  }

  /// Returns a value's text if it is short, and nil otherwise.
  mutating func shortText(_ value: Any, depth: Int) -> ValueTextTree? {
    switch builder.reader.read(value).shape {
    case .leaf: break
    case .string(let string) where string.utf8.count <= 40 && !StringLiteral.isBlock(string): break
    case .record(let record) where record.properties.isEmpty: break
    default: return nil
    }
    return text(value, depth)
  }
}
