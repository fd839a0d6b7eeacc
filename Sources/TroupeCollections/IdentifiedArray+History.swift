// These methods let a store check, after a turn, only the children that may have changed.
//
// A reader of an array's log keeps a view of its elements, and a token:
//
// 1. The reader begins to read with its token, and gets the changes since the token. It checks the elements
//    with the ids that it gets, or all elements if the changes are unknown.
// 2. The reader ends reading, and gets a token for its next read. What its accesses in place have logged is
//    removed, because a reader changes no elements. Other readers therefore don't check these elements.
//
// An array can have several readers, each with a separate token. The scheme works even if copies of the array
// are restored in between. Each token is created only once, on one value, and every array whose log contains
// the token's mark descends from that value by the changes and additions after the mark. Therefore, while a
// reader keeps its token, its view differs from such an array only in the logged ids. After the reader has
// checked changes, which older copies lack, the new token makes the changes of those copies unknown.
extension IdentifiedArray {
  /// Returns the changes since a reader's token. The reader can then access elements in place without
  /// changing them, until it passes the length of the log to ``endReading(_:clearing:)``.
  ///
  /// - Parameters:
  ///   - token: The reader's token; nil for a reader that hasn't read yet.
  ///   - withAdditions: Whether to include the ids of elements that were added.
  ///   - length: Receives the length of the log. The length isn't part of the result, because generic code
  ///     would look up the metadata of a tuple.
  ///   - ids: An empty array, which receives the ids of the changed elements.
  @inlinable
  package mutating func beginReading(
    since token: ChangeToken?,
    withAdditions: Bool,
    length: inout Int,
    into ids: inout [ID]
  ) -> Changes {
    guard let history else {
      history = ChangeHistory()
      length = 1
      return .unknown
    }
    length = history.records.count
    guard let token else { return .unknown }
    return history.changes(since: token, withAdditions: withAdditions, into: &ids)
  }

  /// Removes what the reader's accesses have logged, and returns the reader's next token.
  ///
  /// - Parameters:
  ///   - length: The length that ``beginReading(since:withAdditions:length:into:)`` has set.
  ///   - ids: The reader's array of ids, which is emptied.
  @inlinable
  package mutating func endReading(_ length: Int, clearing ids: inout [ID]) -> ChangeToken {
    // Here, the array is cleared by code that is specialized for the type of the ids.
    if !ids.isEmpty { ids.removeAll(keepingCapacity: ids.count <= 64) }
    // The history is moved out while it is changed, so that it isn't copied.
    var history = self.history.take() ?? ChangeHistory()
    defer { self.history = history }
    return history.mark(at: length)
  }
}
