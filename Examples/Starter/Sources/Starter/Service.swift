import Troupe
import TroupeDurable
import TroupeFoundation

/// The program without its process: input, signals and exit codes are in `Main`.
struct Service: Sendable {
  let outbox: StoreOf<Outbox>

  /// Opens the outbox, and starts to deliver what an earlier run has left in it.
  init(storage: any Storage) async throws {
    outbox = try await Store(
      initialState: Outbox.State(),
      storage: storage,
      key: "outbox",
      codec: StateCodec(format: JSONFormat())
    ) {
      Outbox()
    }
  }

  /// Posts each line, and returns when everything is delivered.
  func run(_ lines: some AsyncSequence<String, Never>) async throws {
    for await line in lines where !line.isEmpty {
      // Don't read faster than messages are delivered.
      try await outbox.wait { $0.pending.count < 1_000 }
      try await outbox.commit(.posted(line))
    }
    try await outbox.wait { $0.pending.isEmpty }
  }

  /// Saves the state and ends the store.
  func shutdown() async -> ShutdownReport { await outbox.shutdown(within: .seconds(10)) }
}
