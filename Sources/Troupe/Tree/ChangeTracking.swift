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

extension ContainerAccess where Container: ChangeTracking, Container.ID == Key {
  /// The elements of a collection that tracks which of them have changed.
  ///
  /// - Parameters:
  ///   - modify: Changes an element in place, and returns whether it is there.
  ///   - remove: Removes an element.
  ///   - keys: Returns the ids of all elements.
  static func elements(
    modify: @escaping (inout Container, Key, (inout Child, _ generation: UInt64) -> Void) -> Bool,
    remove: @escaping (inout Container, Key) -> Void,
    keys: @escaping (inout Container) -> [Key]
  ) -> Self {
    ContainerAccess(
      modify: modify,
      remove: remove,
      changes: { $0.changes(since: $1, withAdditions: $2) },
      watch: { $0.watch() },
      keys: keys
    )
  }
}
