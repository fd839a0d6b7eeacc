import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A client of a server on this machine, byte by byte.
struct Client: Sendable {
  private let channel: any Channel
  private let parts: AsyncStream<String>

  /// - Parameter isReading: Whether it reads. A client that doesn't accepts only little.
  init(port: Int, isReading: Bool = true) async throws {
    let continuation: AsyncStream<String>.Continuation
    (parts, continuation) = AsyncStream.makeStream()
    let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.autoRead, value: isReading)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if !isReading { try channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: 4_096) }
          try channel.pipeline.syncOperations.addHandler(Reader(continuation))
        }
      }
    channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
  }

  func get(_ path: String) async throws { try await send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }

  func post(_ path: String, _ body: String) async throws {
    let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    try await send(head + body)
  }

  func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

  /// Returns what has arrived up to some text; or everything up to the end, if the text doesn't arrive or is
  /// nil.
  func read(until marker: String? = nil) async -> String {
    var text = ""
    for await part in parts {
      text += part
      if let marker, text.contains(marker) { break }
    }
    return text
  }

  enum Leaving: CaseIterable { case closes, resets, stopsSending }

  func leave(_ leaving: Leaving = .closes) async throws {
    switch leaving {
    case .closes: try await channel.close()
    case .resets:
      let socket = channel as? any SocketOptionProvider
      try await socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      try await channel.close()
    case .stopsSending: try await channel.close(mode: .output)
    }
  }
}

private final class Reader: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
  private let parts: AsyncStream<String>.Continuation

  init(_ parts: AsyncStream<String>.Continuation) { self.parts = parts }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    parts.yield(String(buffer: unwrapInboundIn(data)))
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { parts.finish() }
  }

  func channelInactive(context: ChannelHandlerContext) { parts.finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
