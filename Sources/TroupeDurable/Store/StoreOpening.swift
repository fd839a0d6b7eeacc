import Troupe

/// Loads a store's state and claims its key.
struct StoreOpening<State: Codable & Sendable> {
  let storage: any Storage
  let key: StorageKey
  let codec: StateCodec<State>
  let wake: (@Sendable (State) -> WallClockInstant?)?
  let retry: Backoff
  let clock: any Clock<Duration>
  let report: RetryReport

  /// A state whose key is claimed.
  struct Claim {
    let state: State
    /// The causes of the effects that the state declares.
    let causes: [SavedCause]
    /// Whether the key had no value.
    let isNew: Bool
    let writer: KeyWriter
  }

  /// Loads or creates the state and claims the key.
  nonisolated(nonsending) func claim(
    orStartWith initialState: () -> State
  ) async throws -> Claim {
    var attempts = Attempts(retry: retry, clock: clock, key: key, report: report)
    while true {
      let value = try await attempts.repeatedly { () throws(StorageError) in try await storage.load(key) }
      let (state, causes) =
        if let value { try decode(value) } else { (initialState(), [SavedCause]()) }
      let writer = writer(replacing: value?.revision)
      let bytes = try encode(state, causes)
      do throws(WriteFailure) {
        try await writer.write(bytes, wake: wake?(state))
        return Claim(state: state, causes: causes, isNew: value == nil, writer: writer)
      } catch {
        // A previous owner has saved again. The next attempt loads that owner's state.
        guard error.error.code == .superseded else { throw error.error }
        try await attempts.wait(after: error.error)
      }
    }
  }

  /// Loads or creates the state without claiming the key. The first save claims the key.
  nonisolated(nonsending) func load(orStartWith initialState: () -> State) async throws -> Claim {
    var attempts = Attempts(retry: retry, clock: clock, key: key, report: report)
    let value = try await attempts.repeatedly { () throws(StorageError) in try await storage.load(key) }
    let (state, causes) = if let value { try decode(value) } else { (initialState(), [SavedCause]()) }
    return Claim(
      state: state,
      causes: causes,
      isNew: value == nil,
      writer: writer(replacing: value?.revision)
    )
  }

  private func writer(replacing revision: StorageRevision?) -> KeyWriter {
    KeyWriter(storage, key, replacing: revision, retry: retry, clock: clock, report: report)
  }

  private func decode(_ value: StoredValue) throws(StateCodingError) -> (State, [SavedCause]) {
    do throws(StateCodingError) { return try codec.decodeWithCauses(value.bytes) } catch {
      throw error.of(key)
    }
  }

  func encode(_ state: State, _ causes: [SavedCause]) throws(StateCodingError) -> [UInt8] {
    do throws(StateCodingError) { return try codec.encode(state, causes) } catch { throw error.of(key) }
  }
}
