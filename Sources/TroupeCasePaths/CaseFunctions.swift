/// The functions of a case path.
///
/// They are made where the enum and the payload are known types, so that what is generic, as are the
/// operators of reducers, needs no type metadata to call them. It is a class, so that a path is one reference
/// however it is used.
@usableFromInline
final class CaseFunctions<Root, Value>: Sendable {
  @usableFromInline let embed: @Sendable (Value) -> Root

  @usableFromInline let extract: @Sendable (Root) -> Value?

  /// Extracts from what another path extracted.
  @usableFromInline let extractIfPresent: @Sendable (Root?) -> Value?

  /// Shows the payload, or returns false when the value is in another case.
  @usableFromInline let visit: @Sendable (Root, (Value) -> Void) -> Bool

  /// Changes the payload, or returns false when the value is in another case.
  @usableFromInline let modify: @Sendable (inout Root, (inout Value) -> Void) -> Bool

  /// What is written in a key path for it, where that isn't the name of a member; empty if it is unknown.
  let label: (@Sendable () -> String)?

  /// The name of the case, where a key path of it can't tell.
  let name: StaticString?

  @usableFromInline
  init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    extractIfPresent: @escaping @Sendable (Root?) -> Value?,
    visit: @escaping @Sendable (Root, (Value) -> Void) -> Bool,
    modify: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Bool,
    label: (@Sendable () -> String)? = nil,
    name: StaticString? = nil
  ) {
    self.embed = embed
    self.extract = extract
    self.extractIfPresent = extractIfPresent
    self.visit = visit
    self.modify = modify
    self.label = label
    self.name = name
  }

  @inlinable
  convenience init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    name: StaticString? = nil
  ) {
    self.init(
      embed: embed,
      extract: extract,
      modify: { root, body in
        guard var value = extract(root) else { return false }
        // The root lets go of the payload before it is changed, so that nothing in it has two owners. That
        // leaves its memory without a value, which nobody sees: access to `root` is exclusive, and `body`,
        // which can't throw, returns before it is filled again.
        withUnsafeMutablePointer(to: &root) { pointer in
          pointer.deinitialize(count: 1)
          body(&value)
          pointer.initialize(to: embed(value))
        }
        return true
      },
      name: name
    )
  }

  @inlinable
  convenience init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    modify: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Bool,
    name: StaticString? = nil
  ) {
    self.init(
      embed: embed,
      extract: extract,
      extractIfPresent: { root in if let root { extract(root) } else { nil } },
      visit: { root, body in
        guard let value = extract(root) else { return false }
        body(value)
        return true
      },
      modify: modify,
      name: name
    )
  }
}
