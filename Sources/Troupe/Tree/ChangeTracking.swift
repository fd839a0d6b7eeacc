/// A collection of elements with ids that tracks which elements have changed.
protocol ChangeTracking<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  subscript(id id: ID) -> Element? { get }
  /// Returns the elements that may have changed or may have been removed since a reader's token, and sets the
  /// length of the log. If additions are requested, the method also returns the added elements.
  mutating func beginReading(
    since token: ChangeToken?,
    withAdditions: Bool,
    length: inout Int
  ) -> Changes<ID>
  /// Removes what the reader's accesses have logged, and returns the reader's next token.
  mutating func endReading(_ length: Int) -> ChangeToken
}

extension IdentifiedArray: ChangeTracking {}
extension StackState: ChangeTracking {}
