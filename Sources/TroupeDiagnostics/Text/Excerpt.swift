/// Converts the beginning of a value to a text on one line, for use in a message.
///
/// The excerpt stops after a limited number of characters and values, so it reads little more than it writes,
/// however large the value is. This limit doesn't apply to the work of a type's own `description`.
struct Excerpt {
  /// The maximum number of characters, not counting the `…` at the end of a truncated text.
  static let length = 200
  /// The maximum number of values to read, because some values have little text.
  private static let valueLimit = 2_000

  private let length: Int
  private var reader: ValueReader
  private var text = ""
  private var characters = 0
  private var values = 0
  /// The objects in the text, retained so that no other object gets the same identity.
  private var seen: [ObjectIdentifier: AnyObject] = [:]

  private init(length: Int) {
    self.length = length
    reader = ValueReader(limit: length)
  }

  /// Returns the beginning of the text that `valueText(of:)` writes for a value, on one line.
  static func text(of value: Any, length: Int = length) -> String {
    var excerpt = Excerpt(length: length)
    excerpt.write(value, depth: 0)
    return cut(excerpt.text, length: length)
  }

  /// Returns the beginning of a text, on one line.
  static func line(_ text: String, length: Int = length) -> String {
    // The prefix counts scalars, because one character can consist of any number of scalars.
    let beginning = text.unicodeScalars.prefix(length + 1)
    return cut(StringLiteral.visible(String(beginning)), length: length)
  }

  private static func cut(_ text: String, length: Int) -> String {
    let beginning = text.unicodeScalars.prefix(length)
    return beginning.endIndex == text.unicodeScalars.endIndex ? text : "\(String(beginning))…"
  }

  private var isFull: Bool { characters > length }

  private mutating func append(_ piece: String) {
    guard !isFull else { return }
    let beginning = piece.unicodeScalars.prefix(length + 1 - characters)
    text.unicodeScalars += beginning
    characters += beginning.count
  }

  private mutating func write(_ value: Any, depth: Int) {
    guard !isFull else { return }
    values += 1
    guard values <= Self.valueLimit else { return append("…") }
    switch reader.read(value).shape {
    case .leaf(let text):
      append(text)
    case .string(let string):
      append(StringLiteral.line(string))
    case .description(let type, let lines):
      append("\(type)(\(lines.joined(separator: " ")))")
    case .record(let record):
      write(record, depth: depth)
    case .elements(let name, let elements):
      write(name, elements, depth: depth) { $0.write($1, depth: depth + 1) }
    case .members(let name, let members):
      let keyed = sorted(members) { $0 }
      write(name, keyed, depth: depth) { $0.append($1.key.text) }
    case .entries(let entries):
      if entries.isEmpty { return append("[:]") }
      write("", sorted(entries, key: \.key), depth: depth) { excerpt, entry in
        excerpt.append("\(entry.key.text): ")
        excerpt.write(entry.part.value, depth: depth + 1)
      }
    }
  }

  private mutating func write(_ record: Shape.Record, depth: Int) {
    append(record.head(depth: depth))
    if let object = record.object, seen.updateValue(object, forKey: ObjectIdentifier(object)) != nil {
      return append("(…)")
    }
    if record.caseName != nil, record.properties.isEmpty { return }
    append("(")
    write(record.properties, depth: depth) { excerpt, property in
      if let label = property.label { excerpt.append("\(label): ") }
      excerpt.write(property.value, depth: depth + 1)
    }
    append(")")
  }

  /// Writes a list, or returns nil for an unordered list with too many parts to sort.
  private mutating func write<Part>(
    _ name: String,
    _ parts: [Part]?,
    depth: Int,
    each: (inout Self, Part) -> Void
  ) {
    append(name.isEmpty ? "[" : "\(name)([")
    if let parts { write(parts, depth: depth, each: each) } else { append("…") }
    append(name.isEmpty ? "]" : "])")
  }

  private mutating func write<Part>(_ parts: [Part], depth: Int, each: (inout Self, Part) -> Void) {
    if depth >= ValueText.maximumDepth, !parts.isEmpty { return append("…") }
    for (index, part) in parts.enumerated() {
      if isFull { return }
      if index > 0 { append(", ") }
      each(&self, part)
    }
  }

  /// Sorts unordered parts, so that the text is the same in every run. Returns nil if not all parts were
  /// read.
  private mutating func sorted<Part>(
    _ parts: [Part],
    key: (Part) -> Any
  ) -> [(key: TextOrder.Key, part: Part)]? {
    guard parts.count <= length else { return nil }
    var keyed: [(key: TextOrder.Key, part: Part)] = []
    for part in parts {
      var excerpt = Excerpt(length: length)
      excerpt.values = values
      excerpt.write(key(part), depth: 1)
      values = excerpt.values
      keyed.append((TextOrder.Key(excerpt.text), part))
    }
    return keyed.sorted { $0.key < $1.key }
  }
}
