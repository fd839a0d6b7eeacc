/// How an identified array gets at the id of an element.
///
/// It is an object so that an array has one word for it, and holds a closure because reading a generic key path takes
/// many times longer.
@usableFromInline
final class ElementIdentity<ID: Hashable, Element> {
  @usableFromInline
  let id: (Element) -> ID

  /// Reads the id at a key path.
  @inlinable
  init(_ keyPath: any KeyPath<Element, ID> & Sendable) {
    id = { $0[keyPath: keyPath] }
  }

  /// Asks the element.
  @inlinable
  init() where Element: Identifiable, ID == Element.ID {
    id = { $0.id }
  }
}

// Unchecked, since a closure that knows of conformances of types that needn't be `Sendable` can't be `@Sendable`. The two
// closures above hold nothing but a key path that is `Sendable`, and the conformances of types that are, here.
extension ElementIdentity: @unchecked Sendable where ID: Sendable, Element: Sendable {}
