import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Rejects a request body that arrives too slowly.
final class BodyTimer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let time: TimeAmount
  private var isReadingBody = false
  private var timer: Scheduled<Void>?

  init(_ limits: Limits) { time = TimeAmount(limits.bodyTime) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: isReadingBody = true
    case .body: break
    case .end:
      isReadingBody = false
      timer?.cancel()
      timer = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most bodies arrive with their heads, and need no timer.
    if isReadingBody, timer == nil {
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
        context.fireErrorCaught(Problem.bodyTooSlow)
      }
    }
    context.fireChannelReadComplete()
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
