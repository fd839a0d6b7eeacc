extension Storage {
  /// Returns a key's saved state, without claiming the key.
  ///
  /// ```swift
  /// let codec = StateCodec(Orders.State.self, format: JSONFormat())
  /// if let orders = try await storage.read("orders", codec: codec) {
  ///   print("\(orders.open.count) orders are open")
  /// }
  /// ```
  ///
  /// Use this method to read a state that a store in this or another process owns, for example in a report or
  /// a command-line tool. The method changes nothing and doesn't affect the owner. In contrast, opening a
  /// store claims the key and thereby supersedes the owner.
  ///
  /// If an earlier version of the program saved the state, the returned state is migrated, and the migrated
  /// state isn't saved. Effects that the state declares don't start.
  ///
  /// The method resumes when the storage has answered. It loads the value only once. If the method throws
  /// `unavailable`, you can call it again. Cancelling the task has the same effect as for ``load(_:)``.
  ///
  /// - Parameters:
  ///   - key: The state's key.
  ///   - codec: The codec that decodes the state, which must be the codec of the key's store.
  /// - Returns: The state, or nil if no state is saved under the key.
  /// - Throws: A ``StorageError`` with the key if the value can't be loaded; a ``StateCodingError`` with the
  ///   key, the version and the bytes if the value can't be decoded.
  public nonisolated(nonsending) func read<State>(
    _ key: StorageKey,
    codec: StateCodec<State>
  ) async throws -> State? {
    guard let value = try await load(key) else { return nil }
    do throws(StateCodingError) { return try codec.decode(value.bytes) } catch { throw error.of(key) }
  }
}
