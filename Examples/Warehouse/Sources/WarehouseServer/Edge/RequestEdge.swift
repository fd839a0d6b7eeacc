import NIOCore
import NIOHTTP1

/// Reports to the connection that the body of a request is wanted.
struct BodyIsWanted {}

/// The entrance of requests. Input that isn't a request, or can't be accepted as it is, becomes a request
/// that the middleware answers with a problem, so that it is answered, logged and counted like all others.
/// The connection then ends.
///
/// It also answers HTTP/1.0 clients in a form that they know, and clients that ask before they send a body.
final class RequestEdge: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request whose answer hasn't ended.
  private struct Unanswered {
    var isOld: Bool
    var awaitsContinue: Bool
    var isLast: Bool
  }

  private enum Input { case head, body, ignored }

  private let limits: Limits
  /// Why the connection is rejected, whatever it requests; nil if it isn't.
  var refusal: EdgeProblem?
  private var unanswered: CircularBuffer<Unanswered> = []
  private var input = Input.head
  private var isEnding = false
  private var linger: Scheduled<Void>?

  init(_ limits: Limits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard input != .ignored else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let refusal { return receive(.refused(refusal, head), isRefused: true, context) }
      let check = RequestCheck(head, limits)
      receive(check.head, awaitsContinue: check.awaitsContinue, isRefused: check.problem != nil, context)
    case .body:
      if let last = unanswered.indices.last { unanswered[last].awaitsContinue = false }
      context.fireChannelRead(data)
    case .end:
      input = .head
      context.fireChannelRead(data)
    }
  }

  private func receive(
    _ head: HTTPRequestHead,
    awaitsContinue: Bool = false,
    isRefused: Bool,
    _ context: ChannelHandlerContext
  ) {
    let isOld = head.version.major == 1 && head.version.minor == 0
    let isLast =
      isOld || isRefused || head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
    unanswered.append(Unanswered(isOld: isOld, awaitsContinue: awaitsContinue, isLast: isLast))
    context.fireChannelRead(wrapInboundOut(.head(head)))
    input = isRefused ? .ignored : .body
    if isRefused { context.fireChannelRead(wrapInboundOut(.end(nil))) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError, input != .body, context.channel.isActive else {
      return context.fireErrorCaught(error)
    }
    guard input == .head else { return }
    let problem: EdgeProblem =
      switch error {
      case .headerOverflow: .headersTooLarge
      case .invalidVersion: .unknownVersion
      default: .malformed
      }
    receive(.refused(problem), isRefused: true, context)
    context.fireChannelReadComplete()
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
  {
    guard event is BodyIsWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
    if let first = unanswered.indices.first, unanswered[first].awaitsContinue {
      unanswered[first].awaitsContinue = false
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard let request = unanswered.first else {
      // If Hummingbird can't read a body to its end, it answers once more, even if the request is answered.
      promise?.succeed()
      return end(context)
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // Streams have no length, and an old client doesn't know chunks.
      if request.isOld { head.version = .http1_0 }
      let saysClose = head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
      // A body that the client still holds back must not be taken for its next request.
      isEnding = request.isLast || request.awaitsContinue || saysClose
      if isEnding { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      _ = unanswered.popFirst()
      guard isEnding else { return context.write(data, promise: promise) }
      context.writeAndFlush(data, promise: promise)
      end(context)
    }
  }

  /// Ends the connection. The client has time to read the answer: if the connection were closed while bytes
  /// from the client wait here, the system would discard the answer.
  private func end(_ context: ChannelHandlerContext) {
    guard linger == nil else { return }
    input = .ignored
    context.close(mode: .output, promise: nil)
    linger = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.lingerTime)) {
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed, linger != nil { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) { linger?.cancel() }
}
