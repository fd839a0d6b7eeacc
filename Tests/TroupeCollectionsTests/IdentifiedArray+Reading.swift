@testable import TroupeCollections

/// A reader of an array's log that accesses no elements while it reads.
extension IdentifiedArray {
  /// Returns a token for changes from now on. Tokens of other readers stay valid.
  mutating func watch() -> ChangeToken {
    var length = 0
    _ = beginReading(since: nil, withAdditions: false, length: &length)
    return endReading(length)
  }

  /// Returns the ids of elements that were changed, replaced or removed since a token.
  ///
  /// - Parameters:
  ///   - token: A token from ``watch()``, of this array or another array.
  ///   - withAdditions: Whether to include the ids of elements that were added.
  func changes(since token: ChangeToken, withAdditions: Bool = false) -> Changes<ID> {
    history?.changes(since: token, withAdditions: withAdditions) ?? .unknown
  }
}
