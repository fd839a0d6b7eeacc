import HTTPTypes
import Hummingbird

extension ResponseBody {
  /// A body that comes bit by bit, until it ends, the client leaves or the server shuts down.
  ///
  /// - Parameters:
  ///   - place: The place of the client, which it has until the end.
  ///   - isPassedOn: Whether it comes from another server, heartbeats included.
  ///   - write: Writes the body, in a task that is cancelled to end it.
  static func stream(
    _ place: StreamPlace,
    _ context: WarehouseContext,
    isPassedOn: Bool = false,
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> ResponseBody {
    ResponseBody { writer in
      let lent = LentWriter(writer: writer)
      let stream = Task(executorPreference: EventLoopExecutors.of(context.channel.eventLoop).streams) {
        var lent = lent
        do {
          try await write(&lent.writer)
        } catch is CancellationError {
          // It ends as it would if the store had ended.
        }
        withExtendedLifetime(place) {}
        return lent
      }
      // Cancelled when the client leaves, and when the server shuts down.
      let begins = StreamBegins(isPassedOn: isPassedOn) { stream.cancel() }
      context.channel.triggerUserOutboundEvent(begins, promise: nil)
      writer = try await withTaskCancellationHandler {
        try await stream.value.writer
      } onCancel: {
        stream.cancel()
      }
      try await writer.finish(nil)
    }
  }
}

/// The writer of an answer, while the task of the stream has it.
///
/// - Note: `@unchecked Sendable`, as nobody else uses the writer until that task has given it back.
private struct LentWriter: @unchecked Sendable {
  var writer: any ResponseBodyWriter
}

/// One of the places that a client has for its streams, until it is released.
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
