/// Reads a value through and through, into a text.
struct TextTreeBuilder {
  var reader = ValueReader()
  /// The objects that are in the text. Held, so that no other object gets the identity of one that was made for
  /// reading only.
  private var seen: [ObjectIdentifier: AnyObject] = [:]
  private var referenced: Set<ObjectIdentifier> = []

  init(reader: ValueReader = ValueReader()) {
    self.reader = reader
  }

  /// The text of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - depth: How many values it is inside of.
  mutating func text(of value: Any, depth: Int) -> ValueTextTree {
    seen = [:]
    referenced = []
    let root = tree(of: value, depth: depth)
    return ValueTextTree(root: root, referenced: referenced)
  }

  /// The text of a value on one line, such as that of a key.
  mutating func line(of value: Any, depth: Int) -> String {
    var writer = LineWriter()
    return writer.oneLine(text(of: value, depth: depth))
  }

  private mutating func tree(of value: Any, depth: Int) -> TextTree {
    switch reader.read(value).shape {
    case .leaf(let text):
      return .line(text)
    case .string(let string):
      return TextTree(.string(string))
    case .description(let type, let lines):
      let items = [TextTree.Item(tree: TextTree(.lines(lines)))]
      return TextTree(.group(.init(head: type, open: "(", close: ")", items: items)))
    case .record(let record):
      return tree(of: record, depth: depth)
    case .elements(let name, let elements):
      return list(name, elements, depth: depth) { builder, elements in
        elements.map { TextTree.Item(tree: builder.tree(of: $0, depth: depth + 1)) }
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
      group.items = record.properties.map { property in
        let label = property.label.map { "\($0): " } ?? ""
        return TextTree.Item(label: label, tree: tree(of: property.value, depth: depth + 1))
      }
    } else {
      group.items = [TextTree.Item(tree: .line("…"))]
    }
    return TextTree(.group(group))
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

  // MARK: What has no order

  private mutating func sorted(_ members: [Any], depth: Int) -> [TextTree.Item] {
    let keyed = members.map { member in
      (key: TextOrder.Key(line(apart: member, depth: depth)), member: member)
    }
    return keyed.sorted { $0.key < $1.key }
      .map { TextTree.Item(tree: tree(of: $0.member, depth: depth)) }
  }

  private mutating func sorted(_ entries: [Shape.DictionaryEntry], depth: Int) -> [TextTree.Item] {
    let keyed = entries.map { entry in
      (key: TextOrder.Key(line(apart: entry.key, depth: depth)), value: entry.value)
    }
    return keyed.sorted { $0.key < $1.key }
      .map { TextTree.Item(label: "\($0.key.text): ", tree: tree(of: $0.value, depth: depth)) }
  }

  /// The text of a value as if nothing had been read before it: it must not depend on the order in which a set or
  /// dictionary gives its elements.
  private mutating func line(apart value: Any, depth: Int) -> String {
    let outer = (seen, referenced)
    defer { (seen, referenced) = outer }
    return line(of: value, depth: depth)
  }
}
