/// Reads a value and all its parts, and creates their text.
struct TextTreeBuilder {
  var reader = ValueReader()
  /// The objects in the text. These objects are retained, because reading may create objects, and a later
  /// object must not get the identity of an earlier object.
  private var seen: [ObjectIdentifier: AnyObject] = [:]
  private var referenced: Set<ObjectIdentifier> = []
  /// The number of values read so far.
  private var values = 0

  init(reader: ValueReader = ValueReader()) {
    self.reader = reader
  }

  /// Returns a value's text.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - depth: The value's nesting depth.
  mutating func text(of value: Any, depth: Int) -> ValueTextTree {
    seen = [:]
    referenced = []
    values = 0
    let root = tree(of: value, depth: depth)
    return ValueTextTree(root: root, referenced: referenced)
  }

  /// Returns a value's text, such as a key's, on one line.
  mutating func line(of value: Any, depth: Int) -> String {
    var writer = LineWriter()
    return writer.oneLine(text(of: value, depth: depth))
  }

  private var isFull: Bool { values >= ValueText.maximumValues }

  private mutating func tree(of value: Any, depth: Int) -> TextTree {
    values += 1
    switch reader.read(value).shape {
    case .leaf(let text):
      return .line(text)
    case .string(let string):
      return TextTree(.string(Self.cut(string)))
    case .description(let type, let lines):
      let items = [TextTree.Item(tree: TextTree(.lines(lines)))]
      return TextTree(.group(.init(head: type, open: "(", close: ")", items: items)))
    case .record(let record):
      return tree(of: record, depth: depth)
    case .elements(let name, let elements):
      return list(name, elements, depth: depth) { builder, elements in
        builder.items(elements) { TextTree.Item(tree: $0.tree(of: $1, depth: depth + 1)) }
      }
    case .members(let name, let members):
      return list(name, members, depth: depth) { $0.sorted($1, depth: depth + 1) }
    case .entries(let entries):
      if entries.isEmpty { return .line("[:]") }
      return list("", entries, depth: depth) { $0.sorted($1, depth: depth + 1) }
    }
  }

  private mutating func tree(of record: Shape.Record, depth: Int) -> TextTree {
    let head = record.head(depth: depth)
    let object = record.object.map(ObjectIdentifier.init)
    if let object, seen.updateValue(record.object as AnyObject, forKey: object) != nil {
      referenced.insert(object)
      return TextTree(.reference(name: head, object))
    }
    if record.caseName != nil, record.properties.isEmpty { return .line(head) }
    var group = TextTree.Group(head: head, object: object, open: "(", close: ")")
    if record.properties.isEmpty || depth < ValueText.maximumDepth {
      group.items = items(record.properties) { builder, property in
        let label = property.label.map { "\($0): " } ?? ""
        return TextTree.Item(label: label, tree: builder.tree(of: property.value, depth: depth + 1))
      }
    } else {
      group.items = [TextTree.Item(tree: .line("…"))]
    }
    return TextTree(.group(group))
  }

  /// Returns the texts of parts until the limit is reached.
  private mutating func items<Part>(
    _ parts: [Part],
    _ item: (inout Self, Part) -> TextTree.Item
  ) -> [TextTree.Item] {
    var items: [TextTree.Item] = []
    for (index, part) in parts.enumerated() {
      if isFull {
        items.append(TextTree.Item(tree: .line("… (\(parts.count - index) more)")))
        break
      }
      items.append(item(&self, part))
    }
    return items
  }

  /// Returns the beginning of a string that exceeds the maximum length.
  private static func cut(_ string: String) -> String {
    guard string.utf8.count > ValueText.maximumCharacters else { return string }
    let beginning = string.unicodeScalars.prefix(ValueText.maximumCharacters)
    guard beginning.endIndex < string.unicodeScalars.endIndex else { return string }
    return "\(String(beginning))… (cut: \(string.utf8.count) bytes)"
  }

  private mutating func list<Part>(
    _ name: String,
    _ parts: [Part],
    depth: Int,
    items: (inout Self, [Part]) -> [TextTree.Item]
  ) -> TextTree {
    var group = TextTree.Group(
      head: name,
      open: name.isEmpty ? "[" : "([",
      close: name.isEmpty ? "]" : "])"
    )
    if parts.isEmpty || depth < ValueText.maximumDepth {
      group.items = items(&self, parts)
    } else {
      group.items = [TextTree.Item(tree: .line("…"))]
    }
    return TextTree(.group(group))
  }

  // MARK: Unordered collections

  /// Returns a text with only the number of elements if there are too many to sort, and otherwise nil. The
  /// text must not depend on the order in which a set or a dictionary returns its elements.
  private func count(of parts: Int) -> [TextTree.Item]? {
    guard isFull || parts > ValueText.maximumValues else { return nil }
    return [TextTree.Item(tree: .line("… (\(parts) more)"))]
  }

  private mutating func sorted(_ members: [Any], depth: Int) -> [TextTree.Item] {
    if let count = count(of: members.count) { return count }
    let keyed = members.map { member in
      (key: TextOrder.Key(line(apart: member, depth: depth)), member: member)
    }
    if let count = count(of: members.count) { return count }
    return items(keyed.sorted { $0.key < $1.key }) {
      TextTree.Item(tree: $0.tree(of: $1.member, depth: depth))
    }
  }

  private mutating func sorted(_ entries: [Shape.DictionaryEntry], depth: Int) -> [TextTree.Item] {
    if let count = count(of: entries.count) { return count }
    let keyed = entries.map { entry in
      (key: TextOrder.Key(line(apart: entry.key, depth: depth)), value: entry.value)
    }
    if let count = count(of: entries.count) { return count }
    return items(keyed.sorted { $0.key < $1.key }) {
      TextTree.Item(label: "\($1.key.text): ", tree: $0.tree(of: $1.value, depth: depth))
    }
  }

  /// Returns a value's text, independent of the values that were read earlier. The text must not depend on
  /// the order in which a set or a dictionary returns its elements.
  private mutating func line(apart value: Any, depth: Int) -> String {
    let outer = (seen, referenced)
    defer { (seen, referenced) = outer }
    (seen, referenced) = ([:], [])
    let root = tree(of: value, depth: depth)
    var writer = LineWriter()
    return writer.oneLine(ValueTextTree(root: root, referenced: referenced))
  }
}
