/// A type's name as written in code, without its module and its enclosing private contexts.
package struct TypeName: Sendable {
  /// The name with its generic arguments, as in `Box<Int>`.
  package let full: String
  /// The name without generic arguments.
  let short: String
  /// The module that declares the type; empty for a tuple or a function.
  let module: String

  /// The names that were already determined. The runtime never frees types, so the names are never removed,
  /// either.
  private static let known = Locked<[ObjectIdentifier: TypeName]>([:])

  /// Creates the name of a type. Each type's name is determined only once.
  package init(_ type: Any.Type) {
    let id = ObjectIdentifier(type)
    if let name = Self.known.withLock({ $0[id] }) {
      self = name
    } else {
      let name = TypeName(reading: type)
      Self.known.withLock { $0[id] = name }
      self = name
    }
  }

  private init(reading type: Any.Type) {
    let qualified = String(reflecting: type)
    full = Self.unqualified(qualified)
    short = Self.withoutArguments(full)
    module = String(qualified.prefix { $0 == "_" || $0.isLetter || $0.isNumber })
  }

  /// Whether the type is part of Swift's standard library, so that its description is clear without a type
  /// name.
  var isOfStandardLibrary: Bool { module == "Swift" }

  /// Whether the type is declared in a library whose descriptions are more informative than the stored
  /// properties.
  var isOfSystem: Bool {
    switch module {
    case "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch", "__C":
      true
    default: false
    }
  }

  /// Removes the modules and the private contexts from all names in a text.
  ///
  /// The runtime writes `(unknown context at $10a3)` for a private context, and writes it twice in a row for
  /// a type in a function.
  private static func unqualified(_ text: String) -> String {
    var result = ""
    var nameStart = result.endIndex
    var contexts = 0
    var rest = text[...]
    // Whether a name starts at this position. The part before the first dot is the module.
    var isAtStart = true
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at ") {
        rest = rest.drop { $0 != ")" }.dropFirst()
        if rest.first == "." { rest = rest.dropFirst() }
        contexts += 1
        if contexts == 2 { result.removeSubrange(nameStart...) }
        continue
      }
      contexts = 0
      let word = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      if word.isEmpty {
        result.append(character)
        rest = rest.dropFirst()
        isAtStart = character != "." && character != ">"
        if isAtStart { nameStart = result.endIndex }
      } else {
        rest = rest[word.endIndex...]
        let isModule = isAtStart && rest.first == "." && !rest.hasPrefix("...")
        if isModule { rest = rest.dropFirst() } else { result += word }
        isAtStart = false
      }
    }
    return result
  }

  private static func withoutArguments(_ text: String) -> String {
    guard !text.contains("->") else { return text }
    var depth = 0
    return text.filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
  }
}
