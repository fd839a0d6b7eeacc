extension Storage {
  /// Returns the state that is saved under a key, without claiming the key.
  ///
  /// ```swift
  /// let codec = StateCodec(Orders.State.self, format: JSONFormat())
  /// if let orders = try await storage.read("orders", codec: codec) {
  ///   print("\(orders.open.count) orders are open")
  /// }
  /// ```
  ///
  /// Use it to look at a state that a store owns, in this process or in another one, as a report or a
  /// command-line tool does. It changes nothing, and the owner doesn't notice. A store, in contrast, claims
  /// its key and thereby supersedes the owner.
  ///
  /// The state is the last one that was saved. It is migrated if an earlier version of the program saved it;
  /// the migrated state isn't saved. What the state declares doesn't start.
  ///
  /// It resumes when the storage has answered, and loads the value once: after `unavailable`, you can call it
  /// again. Cancelling the task ends the load as that of ``load(_:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the state.
  ///   - codec: Decodes the state: the codec of its store.
  /// - Returns: The state; nil when nothing is saved under the key.
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
