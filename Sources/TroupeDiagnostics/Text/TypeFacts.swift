/// Facts about a type that determine how its values are shown. The facts are stored for each type, because
/// checking conformances takes longer than reading a value.
struct TypeFacts {
  enum Kind {
    case hashable, string, character, scalar, staticString, keyPath, actor, unreadable, pointer, collection,
      other
  }

  let name: TypeName
  let kind: Kind
  let isCustom: Bool
  let isDescribed: Bool
  /// Whether a value's description shows the complete value.
  let isLossless: Bool
  /// Whether the text of an enum value may differ from the name of its case.
  let hidesCaseName: Bool

  init(_ type: Any.Type) {
    name = TypeName(type)
    kind = Self.kind(of: type, named: name)
    isCustom = type is any CustomValueText.Type
    isDescribed = type is any CustomStringConvertible.Type
    isLossless = type is any LosslessStringConvertible.Type
    hidesCaseName =
      isDescribed || type is any CustomDebugStringConvertible.Type || type is any TextOutputStreamable.Type
  }

  private static func kind(of type: Any.Type, named name: TypeName) -> Kind {
    if type == AnyHashable.self { return .hashable }
    if type == Character.self { return .character }
    if type == Unicode.Scalar.self { return .scalar }
    if type == StaticString.self { return .staticString }
    if type is any StringProtocol.Type { return .string }
    if type is AnyKeyPath.Type { return .keyPath }
    if type is any Actor.Type { return .actor }
    if type == Unreadable.self || name.module == "Builtin" { return .unreadable }
    if name.module == "Swift", name.short.hasPrefix("Unsafe") { return .pointer }
    // A range of integers is a collection, too.
    if type is any Collection.Type, !(type is any RangeExpression.Type) { return .collection }
    return .other
  }
}

/// A placeholder for a value that can't be reflected, such as an object's noncopyable property.
struct Unreadable {}
