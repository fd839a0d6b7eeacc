/// The function with which an identified array reads its elements' ids.
///
/// The function is stored in an object, so that it takes one word in an array. The function is a closure,
/// because reading a generic key path takes many times as long.
@usableFromInline
final class ElementIdentity<ID: Hashable, Element> {
  @usableFromInline
  let id: (Element) -> ID
  /// Whether the elements are `Identifiable`, and their own ids are the keys.
  @usableFromInline
  let isOfElements: Bool

  // Inlinable initializers have to delegate to this initializer if the module is built for library evolution.
  @usableFromInline
  init(isOfElements: Bool, reading id: @escaping (Element) -> ID) {
    self.id = id
    self.isOfElements = isOfElements
  }

  /// Creates a function that reads the id at a key path.
  @inlinable
  convenience init(_ keyPath: any KeyPath<Element, ID> & Sendable) {
    self.init(isOfElements: false) { $0[keyPath: keyPath] }
  }

  /// Creates a function that reads the id of an `Identifiable` element.
  @inlinable
  convenience init() where Element: Identifiable, ID == Element.ID {
    self.init(isOfElements: true) { $0.id }
  }
}

// The conformance is unchecked, because a closure that uses conformances of types that may not be `Sendable`
// can't be `@Sendable`. The two closures above capture only a `Sendable` key path and the conformances of
// types that are `Sendable` here.
extension ElementIdentity: @unchecked Sendable where ID: Sendable, Element: Sendable {}
