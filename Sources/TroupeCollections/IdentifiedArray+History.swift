// The support that a store needs to check, after a turn, only the children that may have changed.
//
// An observer of an array keeps a view of its elements, and a token:
//
// 1. It takes a token with `watch()` when its view matches the array.
// 2. Later, it gets the changes since the token and checks the named elements, or all elements if the changes
//    are unknown.
// 3. Then it takes another token, unless there were no changes. It also does so when it adds an element to
//    its view, because older copies may lack that element.
//
// This holds even if copies are restored in between: a token is created once, on one value. Every array whose
// log begins with it descends from that value by the changes and additions in its log.
// So while an observer keeps its token, its view differs from such an array only in the logged ids. After it
// has checked changes, which older copies lack, the new token of step 3 makes those copies unknown.
extension IdentifiedArray {
  /// Starts to log changes from this time on, or continues to log them.
  ///
  /// - Returns: The current token. Older tokens stay valid as long as nothing has happened since they were
  ///   taken.
  @inlinable
  package mutating func watch() -> ChangeToken {
    // Taken out while it is changed, so that it isn't copied.
    var history = self.history.take() ?? ChangeHistory()
    defer { self.history = history }
    return history.renew()
  }

  /// Returns the ids of elements that were changed, replaced or removed since a token.
  ///
  /// The time is proportional to the number of changes.
  ///
  /// - Parameters:
  ///   - token: A token from ``watch()``, of this array or another one.
  ///   - withAdditions: Whether to include the ids of elements that were added.
  @inlinable
  package func changes(since token: ChangeToken, withAdditions: Bool = false) -> Changes<ID> {
    history?.changes(since: token, withAdditions: withAdditions) ?? .unknown
  }
}
