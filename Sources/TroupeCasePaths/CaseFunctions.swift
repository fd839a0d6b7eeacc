/// The functions of a case path.
///
/// They are created where the enum and the payload have known types, so that generic code, such as the
/// operators of reducers, calls them without type metadata. It is a class, so that a path is always one
/// reference.
@usableFromInline
final class CaseFunctions<Root, Value>: Sendable {
  @usableFromInline let embed: @Sendable (Value) -> Root

  @usableFromInline let extract: @Sendable (Root) -> Value?

  /// Extracts from another path's extracted value.
  @usableFromInline let extractIfPresent: @Sendable (Root?) -> Value?

  /// Passes the payload to a closure, or returns false if the value is in another case.
  @usableFromInline let visit: @Sendable (Root, (Value) -> Void) -> Bool

  /// Changes the payload, or returns false if the value is in another case.
  @usableFromInline let modify: @Sendable (inout Root, (inout Value) -> Void) -> Bool

  /// The path's text in a key path, if it isn't the name of a member; empty if it is unknown.
  let label: (@Sendable () -> String)?

  /// The name of the case, if the case's key path doesn't contain it.
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
        // The root releases the payload before the change, so that nothing in it has two owners. This leaves
        // the root's memory without a value, which no code can see: access to `root` is exclusive, and
        // `body`, which can't throw, returns before the memory is filled again.
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
