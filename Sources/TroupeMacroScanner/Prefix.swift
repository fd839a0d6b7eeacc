/// The beginning of a declaration: its attributes and modifiers.
package struct Prefix: Sendable {
  /// The attributes in order, except for attributes inside `#if`.
  package var attributes: [Attribute] = []
  /// The modifiers in order.
  package var modifiers: [Modifier] = []
  /// Where it starts, in bytes.
  package var start = 0

  /// Whether it has a modifier.
  package func has(_ modifier: String) -> Bool { modifiers.contains { $0.text == modifier } }

  /// Whether it has an attribute, with or without a module in front.
  package func has(attribute name: String) -> Bool { attributes.contains { $0.base == name } }

  /// The words that make the members as visible as the declaration, with a trailing blank, or an empty
  /// string: its access level, and `@usableFromInline`. Members of a `private` type need none.
  package var access: String {
    let isUsable = has(attribute: "usableFromInline") ? "@usableFromInline " : ""
    for modifier in modifiers {
      switch modifier.text {
      case "public", "package", "internal", "fileprivate": return isUsable + modifier.text + " "
      case "open": return "public "
      default: continue
      }
    }
    return isUsable
  }
}

/// An attribute: `@available(*, deprecated)`.
package struct Attribute: Sendable {
  /// Its name as written, without `@` and arguments: `available`, `Troupe.CasePathable`.
  package var name: String
  /// The full source of the attribute.
  package var text: String
  /// Where it is, in bytes.
  package var range: Range<Int>

  /// The name without a module in front and without generic arguments.
  package var base: String {
    let plain = name.prefix { $0 != "<" }
    return String(plain.split(separator: ".").last ?? plain)
  }
}

/// A modifier: `public`, `private(set)`.
package struct Modifier: Sendable {
  /// The full source of the modifier.
  package var text: String
  /// Where it is, in bytes.
  package var range: Range<Int>
}
