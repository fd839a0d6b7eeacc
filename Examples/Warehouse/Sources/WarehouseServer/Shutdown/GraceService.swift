import ServiceLifecycle

/// Begins the grace at the signal, before all other services begin to end.
struct GraceService: Service {
  let server: WarehouseServer
  let onSignal: @Sendable () -> Void

  func run() async throws {
    do {
      try await gracefulShutdown()
    } catch is CancellationError {
      return
    }
    onSignal()
    server.grace.begin()
    server.deadlines.end(within: server.grace.timeOfRequests)
    server.patience.end(within: .zero)
  }
}
