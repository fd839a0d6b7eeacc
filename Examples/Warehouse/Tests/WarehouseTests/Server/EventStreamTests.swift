import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TroupeHummingbird
import XCTest

@testable import WarehouseServer

final class EventStreamTests: XCTestCase {
  /// The heartbeats of a stream in the time of ten.
  private func heartbeats(isPassedOn: Bool) async throws -> Int {
    let limits = Limits()
    let channel = NIOAsyncTestingChannel()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let channelHandler = limits.connectionGuard
    try await channel.testingEventLoop.submit {
      try channel.pipeline.syncOperations.addHandler(channelHandler.makeHandler())
      try channel.pipeline.syncOperations.addHandler(EventObserver(begin))
    }.get()
    try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/a"))
    let source = ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test"))
    let context = WarehouseContext(source: source)
    let place = try StreamPlace(Clients(limits), context)
    let body = ResponseBody.stream(place, context, isPassedOn: isPassedOn) { _ in
      for await _ in AsyncStream<Never>.makeStream().stream {}
    }
    let response = Task { try await body.write(NoWriter()) }
    for await _ in begun { break }
    await channel.testingEventLoop.advanceTime(by: TimeAmount(limits.heartbeatTime * 10))
    var count = 0
    while try await channel.readOutbound(as: HTTPResponsePart.self) != nil { count += 1 }
    try await channel.close()
    try await response.value
    return count
  }

  func testAStreamHasHeartbeats() async throws {
    let count = try await heartbeats(isPassedOn: false)
    XCTAssertEqual(count, 10)
  }

  /// Its parts may end in the middle of an event, and it has the home's heartbeats.
  func testAStreamThatIsPassedOnHasNoneOfItsOwn() async throws {
    let count = try await heartbeats(isPassedOn: true)
    XCTAssertEqual(count, 0)
  }
}

/// Reports when an event has been accepted.
private final class EventObserver: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart
  private let begin: AsyncStream<Void>.Continuation

  init(_ begin: AsyncStream<Void>.Continuation) { self.begin = begin }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
  {
    context.triggerUserOutboundEvent(event, promise: promise)
    begin.yield()
  }
}

private struct NoWriter: ResponseBodyWriter {
  func write(_ buffer: ByteBuffer) {}
  func finish(_ trailingHeaders: HTTPFields?) {}
}
