import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import XCTest

@testable import WarehouseServer

final class ConnectionGuardTests: XCTestCase {
  /// The parts of an answer with a stream, for as long as ten heartbeats take.
  private func parts(isPassedOn: Bool) throws -> [HTTPResponsePart] {
    let limits = Limits()
    let channel = EmbeddedChannel(handler: ConnectionGuard(limits))
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
    try channel.writeOutbound(HTTPResponsePart.head(head))
    channel.pipeline.triggerUserOutboundEvent(StreamBegins(isPassedOn: isPassedOn) {}, promise: nil)
    channel.embeddedEventLoop.advanceTime(by: TimeAmount(limits.heartbeatTime * 10))
    var parts: [HTTPResponsePart] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) { parts.append(part) }
    _ = try channel.finish()
    return parts
  }

  func testAStreamHasHeartbeats() throws {
    XCTAssertEqual(try parts(isPassedOn: false).count, 11)
  }

  /// Its parts may end in the middle of an event, and it has those of the home.
  func testAStreamThatIsPassedOnHasNoneOfItsOwn() throws {
    XCTAssertEqual(try parts(isPassedOn: true).count, 1)
  }
}
