// What a store needs in order to look, after a turn, only at the children that may have changed.
//
// Someone who watches an array keeps a view of its elements, and a token:
//
// 1. It takes a token with `watch()` when its view is that of the array.
// 2. It may change elements through `subscript(quietly:by:)`; those it looks at itself.
// 3. Later it asks for the changes since the token and looks at what is named: at everything, where they are unknown.
// 4. Then it calls `watch(renewing:)`, unless there were no changes and it made none quietly. It does so, too, when it
//    takes up an element into its view: older copies may lack that.
//
// Why that is right whatever is copied and restored in between: a moment is made once, on one value. Every array whose
// log begins with it descends from that value by changes that are in its log, by quiet ones, whose authors it names, and
// by additions. So while a watcher keeps to its token, its view differs from such an array in no other ids than the logged
// ones and its own. When it has looked at changes, or made some, which older copies lack, step 4 makes strangers of those.
extension IdentifiedArray {
  /// Starts to log changes from this moment, or goes on doing so.
  ///
  /// - Parameter token: The token that the watcher had, if any.
  /// - Returns: Its token from now on. Older ones are good as long as nothing had happened since they were taken.
  package mutating func watch(renewing token: ChangeToken? = nil) -> ChangeToken {
    // Taken out while it is changed, so that it isn't copied.
    var history = self.history.take() ?? ChangeHistory()
    defer { self.history = history }
    return history.renew(for: token)
  }

  /// What was changed, replaced or removed since a moment, but for what the watcher did quietly.
  ///
  /// It takes time in proportion to the number of changes.
  ///
  /// - Parameter token: What ``watch(renewing:)`` returned, for this array or another one.
  package func changes(since token: ChangeToken) -> Changes<ID> {
    history?.changes(since: token) ?? .unknown
  }

  /// The element with an id, for one who watches: what it changes in the element isn't logged.
  ///
  /// It is like ``subscript(id:)`` otherwise. Replacing is changing; removing, and changing the id, are logged.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - token: The token of the watcher; nil if it hasn't got one yet.
  @inlinable
  package subscript(quietly id: ID, by token: ChangeToken?) -> Element? {
    get { self[id: id] }
    _modify {
      let position = index(id: id)
      var element: Element? = if let position { takeOut(at: position) } else { nil }
      // Also after an access that ended with an error.
      defer { putBack(&element, at: position, for: id, access: .quiet(by: token)) }
      yield &element
    }
  }
}
