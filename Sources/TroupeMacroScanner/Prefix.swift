/// What a declaration starts with: its attributes and modifiers.
package struct Prefix: Sendable {
  /// The attributes in order; those inside of `#if` are left out.
  package var attributes: [Attribute] = []
  /// The modifiers in order.
  package var modifiers: [Modifier] = []
  /// Where it starts, in bytes.
  package var start = 0

  /// Whether it has a modifier.
  package func has(_ modifier: String) -> Bool { modifiers.contains { $0.text == modifier } }

  /// Whether it has an attribute, with or without a module in front.
  package func has(attribute name: String) -> Bool { attributes.contains { $0.base == name } }

  /// What the members need to be as visible as the declaration, with a blank after it, or the empty string:
  /// its access level, and `@usableFromInline`. Those of a `private` type need none.
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
  /// All of it.
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
  /// All of it.
  package var text: String
  /// Where it is, in bytes.
  package var range: Range<Int>
}
