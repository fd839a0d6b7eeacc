import ServiceLifecycle

/// Notices when the warehouses can be saved again.
struct SavingService: Service {
  let saving: StorageWatch?

  func run() async throws {
    do {
      guard let saving else { return try await gracefulShutdown() }
      try await cancelWhenGracefulShutdown { try await saving.run() }
    } catch is CancellationError {
      // The program ends.
    }
  }
}
