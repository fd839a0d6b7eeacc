// These methods let a store check, after a turn, only the children that may have changed.
//
// An observer of an array keeps a view of its elements, and a token:
//
// 1. The observer takes a token with `watch()` when its view matches the array.
// 2. Later, it gets the changes since the token. It checks the elements with the returned ids, or all
//    elements if the changes are unknown.
// 3. Then it takes another token, unless nothing changed. It also takes another token when it adds an element
//   to its view, because older copies of the array may lack that element.
//
// The scheme works even if copies of the array are restored in between. Each token is created only once, on
// one value, and every array whose log starts with the token descends from that value by the changes and
// additions in its log. Therefore, while an observer keeps its token, its view differs from such an array
// only in the logged ids. After the observer has checked changes, which older copies lack, the new token of
// step 3 makes the changes of those copies unknown.
extension IdentifiedArray {
  /// Starts to log changes, or continues to log them.
  ///
  /// - Returns: The current token. Older tokens remain valid if nothing has changed since they were taken.
  @inlinable
  package mutating func watch() -> ChangeToken {
    // The history is moved out while it is changed, so that it isn't copied.
    var history = self.history.take() ?? ChangeHistory()
    defer { self.history = history }
    return history.renew()
  }

  /// Returns the ids of elements that were changed, replaced or removed since a token.
  ///
  /// The time is proportional to the number of changes.
  ///
  /// - Parameters:
  ///   - token: A token from ``watch()``, of this array or another array.
  ///   - withAdditions: Whether to include the ids of elements that were added.
  @inlinable
  package func changes(since token: ChangeToken, withAdditions: Bool = false) -> Changes<ID> {
    history?.changes(since: token, withAdditions: withAdditions) ?? .unknown
  }
}
