import HTTPTypes
import Hummingbird
import TroupeHummingbird

extension ResponseBody {
  /// A body that is sent in parts, until it ends, the client leaves or the server shuts down.
  ///
  /// - Parameters:
  ///   - place: The client's place, which it has until the end.
  ///   - isPassedOn: Whether it comes from another server, heartbeats included.
  ///   - write: Writes the body, in a task that is cancelled to end it.
  static func stream(
    _ place: StreamPlace,
    _ context: WarehouseContext,
    isPassedOn: Bool = false,
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> ResponseBody {
    let write: @Sendable (inout any ResponseBodyWriter) async throws -> Void = { writer in
      defer { withExtendedLifetime(place) {} }
      try await write(&writer)
    }
    let executor = EventLoopExecutors.of(context.channel.eventLoop).streams
    // A part of another server's stream may end in the middle of an event, and that stream has heartbeats.
    guard !isPassedOn else {
      return .stream(on: context.channel, heartbeat: nil, executorPreference: executor, write)
    }
    return .stream(on: context.channel, executorPreference: executor, write)
  }
}

/// One of a client's places for its streams, until it is released.
final class StreamPlace: Sendable {
  private let clients: Clients
  /// Nil if another program counts it.
  private let client: String?

  init(_ clients: Clients, _ context: WarehouseContext) throws(Problem) {
    let client = context.isForwarded ? nil : context.client
    if let client, !clients.beginStream(client) {
      throw Problem(
        status: .tooManyRequests,
        code: "tooManyStreams",
        message: "This address has too many event streams.",
        headers: [.retryAfter: "10"]
      )
    }
    self.clients = clients
    self.client = client
  }

  deinit { if let client { clients.endStream(client) } }
}
