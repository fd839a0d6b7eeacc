import Hummingbird
import NIOCore
import NIOHTTPTypes

#if os(Linux)
  import Glibc
#endif

/// Applies a ``ConnectionGuard`` to one connection.
final class ConnectionGuardHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let settings: ConnectionGuard

  /// The operations to cancel if the connection ends before the response.
  private var operations: [ConnectionOperation] = []
  /// Whether the client sends nothing more, or the server shuts down.
  private var isEnding = false
  private var heartbeatTimer, writeTimer, graceTimer: Scheduled<Void>?

  init(_ settings: ConnectionGuard) { self.settings = settings }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard let operation = event as? ConnectionOperation else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    operations.append(operation)
    if isEnding || !context.channel.isActive { operation.cancel() }
    if operation.isStream { limitBuffers(context) }
    if let heartbeat = operation.heartbeat { scheduleHeartbeat(heartbeat, context) }
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      operations = []
      heartbeatTimer?.cancel()
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    writeTimer?.cancel()
    if !context.channel.isWritable { writeTimer = scheduleClose(in: settings.writeTimeout, context) }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      graceTimer = scheduleClose(in: settings.shutdownGrace, context)
      end(context)
    } else if event as? ChannelEvent == .inputClosed {
      end(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    for timer in [heartbeatTimer, writeTimer, graceTimer] { timer?.cancel() }
  }

  private func end(_ context: ChannelHandlerContext) {
    isEnding = true
    for operation in operations { operation.cancel() }
    // A client that doesn't read wouldn't get the end of the stream.
    if !operations.isEmpty, !context.channel.isWritable { context.close(promise: nil) }
  }

  private func scheduleClose(in time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { context.close(promise: nil) }
  }

  private func scheduleHeartbeat(_ heartbeat: ByteBuffer, _ context: ChannelHandlerContext) {
    heartbeatTimer?.cancel()
    heartbeatTimer = context.eventLoop.assumeIsolated().scheduleTask(
      in: TimeAmount(settings.heartbeatInterval)
    ) {
      if context.channel.isWritable {
        context.writeAndFlush(self.wrapOutboundOut(.body(heartbeat)), promise: nil)
      }
      self.scheduleHeartbeat(heartbeat, context)
    }
  }

  /// Limits how much waits for the client of a stream. The rest waits in the feed, once for all clients.
  private func limitBuffers(_ context: ChannelHandlerContext) {
    // An HTTP/2 stream has no socket, and no such options.
    guard context.channel is any SocketOptionProvider, let options = context.channel.syncOptions else {
      return
    }
    do {
      let mark = ChannelOptions.Types.WriteBufferWaterMark(
        low: settings.streamBuffer / 2,
        high: settings.streamBuffer
      )
      try options.setOption(.writeBufferWaterMark, value: mark)
      try options.setOption(.socketOption(.so_sndbuf), value: .init(settings.streamBuffer))
      #if os(Linux)
        guard context.channel.remoteAddress?.port != nil else { return }
        // Without it, the system gives up on a client that acknowledges nothing only after a quarter of an
        // hour.
        let option = NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)
        try options.setOption(
          .tcpOption(option),
          value: .init(TimeAmount(settings.writeTimeout).nanoseconds / 1_000_000)
        )
      #endif
    } catch {
      context.fireErrorCaught(error)
    }
  }
}
