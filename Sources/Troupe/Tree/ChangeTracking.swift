/// A collection of elements with ids that tracks which elements have changed.
protocol ChangeTracking<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  subscript(id id: ID) -> Element? { get }
  /// Appends the ids of the elements that may have changed or may have been removed since a reader's token to
  /// an empty array, and sets the length of the log. If additions are requested, the method also appends the
  /// ids of the added elements.
  mutating func beginReading(
    since token: ChangeToken?,
    withAdditions: Bool,
    length: inout Int,
    into ids: inout [ID]
  ) -> Changes
  /// Removes what the reader's accesses have logged, empties the array of ids, and returns the reader's next
  /// token.
  mutating func endReading(_ length: Int, clearing ids: inout [ID]) -> ChangeToken
}

extension IdentifiedArray: ChangeTracking {}
extension StackState: ChangeTracking {}
