/// A collection of elements with ids that tracks which elements have changed.
protocol ChangeTracking<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  subscript(id id: ID) -> Element? { get }
  /// Returns the elements that may have changed or may have been removed since the token was made. If
  /// additions are requested, the method also returns the added elements.
  func changes(since token: ChangeToken, withAdditions: Bool) -> Changes<ID>
  /// Starts tracking which elements are changed, added or removed.
  mutating func watch() -> ChangeToken
}

extension IdentifiedArray: ChangeTracking {}
extension StackState: ChangeTracking {}
