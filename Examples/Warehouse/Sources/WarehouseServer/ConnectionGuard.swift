import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Tells the connection that a stream begins, and how to end it.
struct StreamBegins {
  /// Whether the stream comes from another server, heartbeats included, in parts that may end in the middle
  /// of an event.
  let isPassedOn: Bool
  let end: @Sendable () -> Void
}

/// Ends connections whose client is too slow or sends too much, and those that hold up a shutdown.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: Limits
  private var isReadingBody = false
  private var isStreaming = false
  private var isShuttingDown = false
  /// Whether the client will send nothing more.
  private var isInputClosed = false
  /// Ends the stream that is being answered, if the client has left or the server shuts down.
  private var endStream: (@Sendable () -> Void)?
  private var bodyTimer: Scheduled<Void>?
  private var stallTimer: Scheduled<Void>?
  private var heartbeat: Scheduled<Void>?

  init(_ limits: Limits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: isReadingBody = true
    case .body: break
    case .end:
      isReadingBody = false
      bodyTimer?.cancel()
      bodyTimer = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most bodies come with their heads, and need no timer.
    if isReadingBody, bodyTimer == nil {
      bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.bodyTime)) {
        context.fireErrorCaught(Problem.bodyTooSlow)
      }
    }
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    context.write(data, promise: promise)
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isStreaming = head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true
      if isStreaming {
        limitBuffers(context)
        scheduleHeartbeat(context)
      }
    case .body: break
    case .end:
      isStreaming = false
      endStream = nil
      heartbeat?.cancel()
      heartbeat = nil
    }
  }

  /// Lets only little wait for the client of a stream. The rest waits in the feed, once for all.
  private func limitBuffers(_ context: ChannelHandlerContext) {
    let mark = ChannelOptions.Types.WriteBufferWaterMark(
      low: limits.streamBuffer / 2,
      high: limits.streamBuffer
    )
    do {
      try context.channel.syncOptions?.setOption(.writeBufferWaterMark, value: mark)
      try context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: .init(limits.streamBuffer))
    } catch {
      context.fireErrorCaught(error)
    }
  }

  /// Writes a comment now and then to a stream, so that a client that is gone without a word is noticed, and
  /// nobody in between takes it for idle.
  private func scheduleHeartbeat(_ context: ChannelHandlerContext) {
    heartbeat = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.heartbeatTime)) {
      if context.channel.isWritable {
        context.writeAndFlush(self.wrapOutboundOut(.body(ByteBuffer(string: ":\n\n"))), promise: nil)
      }
      self.scheduleHeartbeat(context)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stallTimer?.cancel()
    stallTimer = nil
    if !context.channel.isWritable {
      let time = isShuttingDown ? .zero : limits.stalledTime
      stallTimer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard let begins = event as? StreamBegins else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if begins.isPassedOn {
      heartbeat?.cancel()
      heartbeat = nil
    }
    if isShuttingDown || isInputClosed || !context.channel.isActive { begins.end() }
    endStream = begins.end
    promise?.succeed()
  }

  func channelInactive(context: ChannelHandlerContext) {
    endStream?()
    endStream = nil
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      isInputClosed = true
      // Who follows a stream and will send nothing more has left. To end the stream would be in vain.
      if isStreaming { return context.close(promise: nil) }
    }
    if event is ChannelShouldQuiesceEvent {
      isShuttingDown = true
      // Who doesn't read isn't awaited, and nobody for longer than the grace.
      let time = context.channel.isWritable ? limits.graceTime : .zero
      stallTimer?.cancel()
      stallTimer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
        context.close(promise: nil)
      }
      endStream?()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    heartbeat?.cancel()
    bodyTimer?.cancel()
    stallTimer?.cancel()
  }
}
