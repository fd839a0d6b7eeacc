/// Reads the structure of values, one level at a time.
struct ValueReader {
  /// The shape of a value, with the type of the value inside all optionals. If another value represents the
  /// value, the type is the representing value's type.
  struct Reading {
    let shape: Shape
    let type: Any.Type
  }

  /// The maximum number of parts to read from a value, or of characters to read from a string or a
  /// description; nil for no limit. If there are more, one additional part or character is read.
  private let limit: Int?
  private var known: [ObjectIdentifier: TypeFacts] = [:]

  init(limit: Int? = nil) {
    self.limit = limit
  }

  mutating func name(of type: Any.Type) -> TypeName { facts(of: type).name }

  private mutating func facts(of type: Any.Type) -> TypeFacts {
    if let facts = known[ObjectIdentifier(type)] { return facts }
    let facts = TypeFacts(type)
    known[ObjectIdentifier(type)] = facts
    return facts
  }

  /// Reads the structure of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - openingDescribed: Whether stored properties are read even if the type has a custom description.
  mutating func read(_ value: Any, openingDescribed: Bool = false) -> Reading {
    var value = value
    var owner: Any.Type?
    // The number of replacements is limited, because a value may be represented by itself by mistake.
    for _ in 0..<ValueText.maximumDepth {
      let type = type(of: value)
      let facts = facts(of: type)
      if facts.isCustom, let custom = value as? any CustomValueText {
        owner = type
        value = custom.valueForText
      } else if facts.kind == .hashable, let hashable = value as? AnyHashable {
        value = hashable.base
      } else if let leaf = leaf(value, facts: facts) {
        return Reading(shape: leaf, type: type)
      } else {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else {
          let shape = shape(of: value, mirror, facts, owner: owner, opening: openingDescribed)
          return Reading(shape: shape, type: type)
        }
        guard let wrapped = mirror.children.first?.value else {
          return Reading(shape: .leaf("nil"), type: type)
        }
        if Self.isNil(wrapped) { return Reading(shape: .leaf(".some(nil)"), type: type) }
        owner = nil
        value = wrapped
      }
    }
    return Reading(shape: .leaf("…"), type: type(of: value))
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private mutating func shape(
    of value: Any,
    _ mirror: Mirror,
    _ facts: TypeFacts,
    owner: Any.Type?,
    opening: Bool
  ) -> Shape {
    switch mirror.displayStyle {
    case .tuple:
      let type = owner.map { name(of: $0).short } ?? ""
      return .record(Shape.Record(type: type, properties: properties(of: mirror)))
    case .collection:
      return .elements(name: "", elements(of: value) ?? children(of: mirror).map(\.value))
    case .set:
      return .members(name: facts.name.short, elements(of: value) ?? children(of: mirror).map(\.value))
    case .dictionary:
      let entries = entries(of: mirror)
      return entries.map(Shape.entries) ?? .elements(name: "", children(of: mirror).map(\.value))
    case .enum:
      return enumShape(of: value, mirror, facts)
    default:
      return recordShape(of: value, mirror, facts, opening: opening)
    }
  }

  // MARK: Leaves

  private func leaf(_ value: Any, facts: TypeFacts) -> Shape? {
    switch facts.kind {
    case .string: (value as? any StringProtocol).map { .string(beginning(of: $0)) }
    case .staticString: .string("\(value)")
    case .character, .scalar: .leaf(StringLiteral.line("\(value)"))
    case .keyPath: (value as? AnyKeyPath).map { .leaf(StringLiteral.withoutAddresses($0.debugDescription)) }
    case .actor: .leaf("\(facts.name.short)(actor)")
    case .unreadable: .leaf("…")
    // Addresses differ in each run.
    case .pointer: .leaf("\(facts.name.full)(…)")
    case .hashable, .collection, .other: nil
    }
  }

  /// Returns a string's beginning, up to the number of characters to read.
  private func beginning(of string: some StringProtocol) -> String {
    guard let limit else { return String(string) }
    return String(String.UnicodeScalarView(string.unicodeScalars.prefix(limit + 1)))
  }

  /// Returns a value's description if it is more informative than its parts, and nil otherwise.
  private func described(_ value: Any, _ facts: TypeFacts, properties: [Shape.Property]) -> Shape? {
    guard facts.isDescribed else { return nil }
    let isOpaque = properties.isEmpty || properties.contains { $0.label?.hasPrefix("_") == true }
    guard isOpaque || facts.name.isOfSystem || facts.isLossless else { return nil }
    let text = beginning(of: "\(value)")
    // Objects without a custom description inherit a description from Foundation that contains an address.
    if type(of: value) is AnyClass, text.contains(" 0x") || text.contains("<0x") { return nil }
    return Self.shape(ofDescription: text, facts.name)
  }

  private static func shape(ofDescription text: String, _ name: TypeName) -> Shape {
    if StringLiteral.isBlock(text) { return .description(type: name.short, lines: StringLiteral.block(text)) }
    let line = StringLiteral.visible(text)
    return .leaf(name.isOfStandardLibrary ? line : "\(name.short)(\(line))")
  }

  // MARK: Records

  private func recordShape(of value: Any, _ mirror: Mirror, _ facts: TypeFacts, opening: Bool) -> Shape {
    if mirror.displayStyle == nil, mirror.children.isEmpty {
      if let type = value as? Any.Type { return .leaf("\(TypeName(type).full).self") }
      if facts.name.full.contains(" -> ") { return .leaf(facts.name.full) }
    }
    if !opening, facts.kind == .collection, let elements = elements(of: value) {
      return .elements(name: facts.name.short, elements)
    }
    let properties = storedProperties(of: mirror)
    if !opening, let described = described(value, facts, properties: properties) { return described }
    var record = Shape.Record(type: facts.name.short, properties: properties)
    if type(of: value) is AnyClass { record.object = value as AnyObject }
    return .record(record)
  }

  private func enumShape(of value: Any, _ mirror: Mirror, _ facts: TypeFacts) -> Shape {
    var record = Shape.Record(type: facts.name.short)
    guard let payload = mirror.children.first else {
      // Reflection doesn't return the name of a case without a payload. The value's description contains the
      // name, unless the type has a custom description.
      if facts.hidesCaseName { return Self.shape(ofDescription: beginning(of: "\(value)"), facts.name) }
      record.caseName = "\(value)"
      return .record(record)
    }
    let parts = Mirror(reflecting: payload.value)
    record.caseName = payload.label ?? ""
    record.properties =
      parts.displayStyle == .tuple
      ? properties(of: parts) : [Shape.Property(label: nil, value: payload.value)]
    return .record(record)
  }

  /// Returns the elements of a tuple as properties.
  private func properties(of mirror: Mirror) -> [Shape.Property] {
    children(of: mirror).map { child in
      Shape.Property(label: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: child.value)
    }
  }

  /// Returns the stored properties under their declared names, starting with inherited properties.
  private func storedProperties(of mirror: Mirror) -> [Shape.Property] {
    // The children are copied into an array, because each access to a child would read it again.
    let children = children(of: mirror)
    // The Observation macro adds a registrar and prefixes each stored property with an underscore.
    let isObservable = children.contains { $0.label?.hasPrefix("_$") == true }
    var properties = mirror.superclassMirror.map(storedProperties) ?? []
    for child in children {
      var label = child.label
      if let name = label, name.hasPrefix("_") || name.hasPrefix("$") {
        if name.hasPrefix("_$") { continue }
        if name.hasPrefix(Self.lazyPrefix) {
          label = String(name.dropFirst(Self.lazyPrefix.count))
        } else if name.hasPrefix("_"), isObservable || child.value is any CustomValueText {
          label = String(name.dropFirst())
        }
      }
      let isReadable = type(of: child.value) != Void.self
      properties.append(Shape.Property(label: label, value: isReadable ? child.value : Unreadable()))
    }
    return properties
  }

  /// The prefix that the compiler adds to the name of a lazy property.
  private static let lazyPrefix = "$__lazy_storage_$_"

  // MARK: Collections

  private func children(of mirror: Mirror) -> [Mirror.Child] {
    limit.map { Array(mirror.children.prefix($0 + 1)) } ?? Array(mirror.children)
  }

  private func elements(of value: Any) -> [Any]? {
    func elements(_ collection: some Collection) -> [Any] {
      limit.map { collection.prefix($0 + 1).map { $0 } } ?? collection.map { $0 }
    }
    return (value as? any Collection).map { elements($0) }
  }

  /// Returns the keys and values of a value that is shown as a dictionary, or nil if its elements aren't
  /// pairs.
  private func entries(of mirror: Mirror) -> [Shape.DictionaryEntry]? {
    let children = children(of: mirror)
    var entries: [Shape.DictionaryEntry] = []
    entries.reserveCapacity(children.count)
    for child in children {
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else { return nil }
      entries.append(Shape.DictionaryEntry(key: pair[0].value, value: pair[1].value))
    }
    return entries
  }
}
