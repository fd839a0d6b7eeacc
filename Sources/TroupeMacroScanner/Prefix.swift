/// The attributes and modifiers at the start of a declaration.
package struct Prefix: Sendable {
  /// The attributes in order, except for attributes inside `#if`.
  package var attributes: [Attribute] = []
  /// The modifiers in order.
  package var modifiers: [Modifier] = []
  /// The start of the declaration, in bytes.
  package var start = 0

  /// Returns whether the declaration has a modifier.
  package func has(_ modifier: String) -> Bool { modifiers.contains { $0.text == modifier } }

  /// Returns whether the declaration has an attribute, with or without a module name.
  package func has(attribute name: String) -> Bool { attributes.contains { $0.base == name } }

  /// The words that make members as visible as the declaration, with a trailing space. They consist of the
  /// access level and `@usableFromInline`. Members of a `private` type need no such words, so the text is
  /// empty.
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

/// An attribute of a declaration, such as `@available(*, deprecated)`.
package struct Attribute: Sendable {
  /// The attribute's name as written, without `@` and arguments, such as `available` or
  /// `Troupe.CasePathable`.
  package var name: String
  /// The attribute's full source.
  package var text: String
  /// The attribute's range, in bytes.
  package var range: Range<Int>

  /// The name without a module and without generic arguments.
  package var base: String {
    let plain = name.prefix { $0 != "<" }
    return String(plain.split(separator: ".").last ?? plain)
  }
}

/// A modifier of a declaration, such as `public` or `private(set)`.
package struct Modifier: Sendable {
  /// The modifier's full source.
  package var text: String
  /// The modifier's range, in bytes.
  package var range: Range<Int>
}
