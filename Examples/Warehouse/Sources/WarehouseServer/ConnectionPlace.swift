import NIOCore
import NIOHTTP1

/// Records for the server's connections whether this one waits for a request. If the connection is rejected
/// and doesn't send a request, it ends it.
final class ConnectionPlace: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let place: Connections.Place
  /// How long a rejected connection has for its request; nil if it isn't rejected.
  private let time: Duration?
  private var unansweredCount = 0
  private var timer: Scheduled<Void>?

  init(_ place: Connections.Place, refusedWithin time: Duration?) { (self.place, self.time) = (place, time) }

  func handlerAdded(context: ChannelHandlerContext) {
    guard let time else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
      context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) {
      // It would be answered on a connection that isn't read any more.
      if unansweredCount == 0, !place.begin() { return context.close(promise: nil) }
      unansweredCount += 1
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    context.write(data, promise: promise)
    guard case .end = unwrapOutboundIn(data), unansweredCount > 0 else { return }
    unansweredCount -= 1
    if unansweredCount == 0 { place.end() }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
