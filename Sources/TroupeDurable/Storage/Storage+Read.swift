extension Storage {
  /// Returns the saved state of a key, without claiming the key.
  ///
  /// ```swift
  /// let codec = StateCodec(Orders.State.self, format: JSONFormat())
  /// if let orders = try await storage.read("orders", codec: codec) {
  ///   print("\(orders.open.count) orders are open")
  /// }
  /// ```
  ///
  /// Use it to read a state that a store owns, in this or another process, for example in a report or a
  /// command-line tool. It changes nothing, and doesn't affect the owner. A store, in contrast, claims its
  /// key and thereby supersedes the owner.
  ///
  /// The state is the last saved state. It is migrated if an earlier version of the program saved it; the
  /// migrated state isn't saved. Effects that the state declares don't start.
  ///
  /// It resumes when the storage has answered. It loads the value only once: after `unavailable`, you can
  /// retry. Cancelling the task ends the load as for ``load(_:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the state.
  ///   - codec: Decodes the state: the codec of its store.
  /// - Returns: The state, or nil if no state is saved under the key.
  /// - Throws: A ``StorageError`` with the key if the value can't be loaded; a ``StateCodingError`` with the
  ///   key, the version and the bytes if it can't be decoded.
  public nonisolated(nonsending) func read<State>(
    _ key: StorageKey,
    codec: StateCodec<State>
  ) async throws -> State? {
    guard let value = try await load(key) else { return nil }
    do throws(StateCodingError) { return try codec.decode(value.bytes) } catch { throw error.of(key) }
  }
}
