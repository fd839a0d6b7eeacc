/// A collection of elements with ids that tracks which of them have changed.
protocol ChangeTracking<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  subscript(id id: ID) -> Element? { get }
  /// Returns the elements that may have changed or gone since the token was made, and those that were added
  /// if they are asked for.
  func changes(since token: ChangeToken, withAdditions: Bool) -> Changes<ID>
  /// Starts tracking which elements change, come or go.
  mutating func watch() -> ChangeToken
}

extension IdentifiedArray: ChangeTracking {}
extension StackState: ChangeTracking {}
