// What a store needs in order to look, after a turn, only at the children that may have changed.
//
// Someone who watches an array keeps a view of its elements, and a token:
//
// 1. It takes a token with `watch()` when its view is that of the array.
// 2. Later it asks for the changes since the token and looks at what is named: at everything, where they are
//    unknown.
// 3. Then it takes another token, unless there were no changes. It does so, too, when it takes up an element
//    into its view: older copies may lack that.
//
// Why that is right whatever is copied and restored in between: a moment is made once, on one value. Every
// array whose log begins with it descends from that value by the changes and additions in its log.
// So while a watcher keeps to its token, its view differs from such an array in no other ids than the logged
// ones. When it has looked at changes, which older copies lack, step 3 makes strangers of those.
extension IdentifiedArray {
  /// Starts to log changes from this moment, or goes on doing so.
  ///
  /// - Returns: The token of this moment. Older ones are good as long as nothing had happened since they were
  ///   taken.
  @inlinable
  package mutating func watch() -> ChangeToken {
    // Taken out while it is changed, so that it isn't copied.
    var history = self.history.take() ?? ChangeHistory()
    defer { self.history = history }
    return history.renew()
  }

  /// Returns the ids of elements that were changed, replaced or removed since a moment.
  ///
  /// It takes time in proportion to the number of changes.
  ///
  /// - Parameters:
  ///   - token: What ``watch()`` returned, for this array or another one.
  ///   - withAdditions: Whether the ids of elements that were added are among them.
  @inlinable
  package func changes(since token: ChangeToken, withAdditions: Bool = false) -> Changes<ID> {
    history?.changes(since: token, withAdditions: withAdditions) ?? .unknown
  }
}
