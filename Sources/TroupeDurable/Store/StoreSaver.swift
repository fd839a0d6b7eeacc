import Troupe

/// Saves a store's newest state, one save at a time.
final class StoreSaver<State: Codable & Sendable>: TurnSaver {
  private let writer: KeyWriter
  private let codec: StateCodec<State>
  private let wake: (@Sendable (State) -> WallClockInstant?)?

  init(
    _ writer: KeyWriter,
    codec: StateCodec<State>,
    wake: (@Sendable (State) -> WallClockInstant?)?
  ) {
    self.writer = writer
    self.codec = codec
    self.wake = wake
  }

  func startSaving(_ turns: UnsavedTurns<State>) {
    // The task is detached, because the save covers all turns, not only the turn that caused the save.
    Task.detached(executorPreference: turns.effectExecutor) { await self.save(turns) }
  }

  var keyText: String { writer.key.text }

  func openingTime(of state: State) -> Duration? { wake?(state)?.sinceEpoch }

  private func save(_ turns: UnsavedTurns<State>) async {
    do {
      while let next = try await encodeNext(turns) {
        try await writer.write(next.bytes, wake: next.wake)
        await turns.release(upTo: next.turn)
      }
    } catch let error as LostSharedVersion {
      let (loss, key) = (error.loss, writer.key)
      await turns.giveUp(loss.error(closing: turns.storeLabel, key: key.text)) {
        loss.message(closing: $0, lostTurns: $1)
      }
    } catch {
      let (key, failure) = (writer.key, error as? WriteFailure)
      let error = CommitError(
        failedToSave: turns.storeLabel,
        key,
        // A state that couldn't be encoded was never written.
        mayBeSaved: failure?.mayBeSaved ?? false,
        because: failure?.error ?? error
      )
      await turns.giveUp(error) { error.message($0, key, $1) }
    }
  }

  /// Encodes the newest state. Returns nil if this state is already saved. The method is a separate function
  /// so that its copy of the state is released before the save. As long as that copy exists, the store has to
  /// copy each part of the state before changing the part.
  private func encodeNext(
    _ turns: UnsavedTurns<State>
  ) async throws -> (bytes: [UInt8], wake: WallClockInstant?, turn: UInt64)? {
    guard let taken = await turns.take() else { return nil }
    if !taken.dependencies.isEmpty { try await SharedDependency.wait(for: taken.dependencies) }
    return (try codec.encode(taken.state, taken.causes), wake?(taken.state), taken.turn)
  }
}
