import NIOCore
import Troupe

/// The operation that a connection's guard cancels when the connection ends.
struct ConnectionOperation: Sendable {
  let isStream: Bool
  /// The bytes that are written between the writes of a stream, now and then.
  let heartbeat: ByteBuffer?
  let cancel: @Sendable () -> Void

  /// Runs a body in a separate task when the connection's guard has registered it.
  static func run<Value: Sendable>(
    on channel: any Channel,
    isStream: Bool = false,
    heartbeat: ByteBuffer? = nil,
    executorPreference: (any TaskExecutor)?,
    at location: CallSite,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let begun = channel.eventLoop.makePromise(of: Void.self)
    let task = Task(executorPreference: executorPreference) {
      do {
        try await begun.futureResult.get()
      } catch  where !channel.isActive {
        // A closed connection has no guard any more.
        throw CancellationError()
      } catch {
        reportIssue(
          """
          A handler waits on a connection without a guard, so it isn't cancelled when the client leaves or the \
          server shuts down. Add `ConnectionGuard().makeHandler()` to the `additionalChannelHandlers` of the \
          server's `HTTP1Channel.Configuration`.
          """,
          at: location
        )
      }
      return try await body()
    }
    let operation = ConnectionOperation(isStream: isStream, heartbeat: heartbeat) { task.cancel() }
    channel.triggerUserOutboundEvent(operation, promise: begun)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
