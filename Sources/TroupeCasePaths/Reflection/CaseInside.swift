/// A case of the enum inside an optional, treated as a case of the optional.
///
/// Swift accepts `Screen.detail` where a function that returns `Screen?` is expected, and `Screen.home` where
/// a `Screen?` is expected. The optional has no such case, but the enum inside it has.
struct CaseInside<Root, Value>: Sendable {
  let path: AnyCasePath<Root, Value>
  let name: @Sendable () -> String

  /// Creates the case that a function constructs. The result is nil if the root isn't an optional, or if its
  /// enum has no such case.
  init?(of embedding: Embedding<Root, Value>) {
    guard let type = Root.self as? any OptionalRoot.Type,
      let inside = type.inside(embedding, Value.self) as? Self
    else { return nil }
    self = inside
  }

  /// Creates the case of a payloadless value. The result is nil if the root isn't an optional, or if the
  /// value isn't in a case without a payload.
  init?(ofPayloadless root: Root) where Value == Void {
    guard let type = Root.self as? any OptionalRoot.Type, let inside = type.inside(root) as? Self else {
      return nil
    }
    self = inside
  }

  fileprivate init<Wrapped>(
    _ constructor: CaseConstructor<Wrapped, Value>,
    embed: @escaping @Sendable (Value) -> Root
  ) where Root == Wrapped? {
    let inner = constructor.path
    path = AnyCasePath(
      functions: CaseFunctions(
        embed: embed,
        extract: { $0.flatMap { inner.extract(from: $0) } },
        modify: { root, body in
          // While the value is changed, it has no other owner.
          guard var value = root.take() else { return false }
          defer { root = value }
          return inner.change(&value, body)
        }
      )
    )
    name = { constructor.name }
  }
}

/// An object that contains a function that creates roots, so that the function's type can be cast.
final class Embedding<Root, Value>: Sendable {
  let embed: @Sendable (Value) -> Root

  init(_ embed: @escaping @Sendable (Value) -> Root) { self.embed = embed }
}

/// An optional type whose wrapped type has to be determined.
private protocol OptionalRoot {
  /// Returns a `CaseInside<Self, Value>` for an `Embedding<Self, Value>`.
  static func inside<Value>(_ embedding: AnyObject, _ type: Value.Type) -> Any?
  /// Returns a `CaseInside<Self, Void>` for a value of the type.
  static func inside(_ root: Any) -> Any?
}

extension Optional: OptionalRoot {
  fileprivate static func inside<Value>(_ embedding: AnyObject, _ type: Value.Type) -> Any? {
    guard let embed = (embedding as? Embedding<Self, Value>)?.embed else { return nil }
    let constructor = CaseConstructor<Wrapped, Value>(
      { value in
        guard let root = embed(value) else {
          preconditionFailure("The operand of the operator / created no \(Wrapped.self).")
        }
        return root
      },
      probe: embed
    )
    return constructor.isNoCase ? nil : CaseInside<Self, Value>(constructor, embed: embed)
  }

  fileprivate static func inside(_ root: Any) -> Any? {
    guard let wrapped = root as? Wrapped else { return nil }
    let constructor = CaseConstructor<Wrapped, Void>(payloadlessOrNone: wrapped)
    return constructor.isNoCase
      ? nil : CaseInside<Self, Void>(constructor, embed: { constructor.path.embed($0) })
  }
}
