/// The functions of a case path.
///
/// The functions are created where the types of the enum and the payload are known, so that generic code,
/// such as a reducer's operators, calls them without type metadata. They are stored in a class, so that a
/// path is always a single reference.
@usableFromInline
final class CaseFunctions<Root, Value>: Sendable {
  @usableFromInline let embed: @Sendable (Value) -> Root

  @usableFromInline let extract: @Sendable (Root) -> Value?

  /// Extracts a payload from the value that another path extracted.
  @usableFromInline let extractIfPresent: @Sendable (Root?) -> Value?

  /// Passes the payload to a closure, or returns false if the value is in another case.
  @usableFromInline let visit: @Sendable (Root, (Value) -> Void) -> Bool

  /// Changes the payload, or returns false if the value is in another case.
  @usableFromInline let modify: @Sendable (inout Root, (inout Value) -> Void) -> Bool

  /// The path's text in a key path, if the text isn't the name of a member; empty if the text is unknown.
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
        // The root releases the payload before the change, so that the payload and its contents have a single
        // owner. In the meantime, the root's memory contains no value, which no code can observe: access to
        // `root` is exclusive, and `body`, which can't throw, returns before the memory is initialized again.
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
