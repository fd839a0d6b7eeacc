/// The access of an identified array to the ids of its elements.
///
/// It is an object so that an array has one word for it, and holds a closure because reading a generic key
/// path takes many times longer.
@usableFromInline
final class ElementIdentity<ID: Hashable, Element> {
  @usableFromInline
  let id: (Element) -> ID

  // Those that are inlinable have to delegate to it where the module is built for library evolution.
  @usableFromInline
  init(reading id: @escaping (Element) -> ID) { self.id = id }

  /// Reads the id at a key path.
  @inlinable
  convenience init(_ keyPath: any KeyPath<Element, ID> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  /// Reads the id of an `Identifiable` element.
  @inlinable
  convenience init() where Element: Identifiable, ID == Element.ID {
    self.init { $0.id }
  }
}

// Unchecked, since a closure that knows of conformances of types that needn't be `Sendable` can't be
// `@Sendable`. The two closures above hold nothing but a key path that is `Sendable`, and the conformances of
// types that are, here.
extension ElementIdentity: @unchecked Sendable where ID: Sendable, Element: Sendable {}
