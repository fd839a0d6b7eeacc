import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import XCTest

@testable import TroupeHummingbird

/// The guard alone, on an event loop whose time the test controls.
final class ConnectionGuardTests: XCTestCase {
  private var channel = EmbeddedChannel()
  private var cancelled = Counter()

  override func setUpWithError() throws { try connect() }

  private func connect() throws {
    cancelled = Counter()
    channel = EmbeddedChannel()
    var settings = ConnectionGuard()
    settings.heartbeatInterval = .seconds(15)
    settings.writeTimeout = .seconds(30)
    settings.shutdownGrace = .seconds(10)
    try channel.pipeline.syncOperations.addHandler(settings.makeHandler())
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
  }

  override func tearDown() { _ = try? channel.finish() }

  private enum End: CaseIterable { case leaves, stopsSending, serverShutsDown }

  private func end(_ end: End) {
    switch end {
    case .leaves: channel.close(promise: nil)
    case .stopsSending: channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    case .serverShutsDown: channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  private func begin(heartbeat: String? = nil, isStream: Bool = true) {
    let operation = ConnectionOperation(
      isStream: isStream,
      heartbeat: heartbeat.map { ByteBuffer(string: $0) }
    ) { [cancelled] in cancelled.add() }
    channel.triggerUserOutboundEvent(operation, promise: nil)
  }

  private func setWritable(_ isWritable: Bool) {
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
  }

  private func advance(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

  /// The parts of bodies that were written since the last call.
  private func written() throws -> [String] {
    var parts: [String] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
      if case .body(let buffer) = part { parts.append(String(buffer: buffer)) }
    }
    return parts
  }

  // MARK: Heartbeats

  func testAStreamHasHeartbeatsUntilItEnds() throws {
    begin(heartbeat: ":\n\n")
    advance(14)
    XCTAssertEqual(try written(), [])
    advance(1)
    XCTAssertEqual(try written(), [":\n\n"])
    advance(10 * 15)
    XCTAssertEqual(try written().count, 10)
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    advance(10 * 15)
    XCTAssertEqual(try written(), [])
  }

  func testTheNextStreamOfAConnectionHasItsOwnHeartbeats() throws {
    begin(heartbeat: "a")
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    begin(heartbeat: "b")
    advance(15)
    XCTAssertEqual(try written(), ["b"])
  }

  func testAStreamWithoutHeartbeatsAndAWaitHaveNone() throws {
    begin()
    begin(isStream: false)
    advance(10 * 15)
    XCTAssertEqual(try written(), [])
  }

  func testHeartbeatsDoNotAccumulate() throws {
    begin(heartbeat: ":\n\n")
    setWritable(false)
    advance(29)
    setWritable(true)
    XCTAssertEqual(try written(), [])
    advance(1)
    XCTAssertEqual(try written(), [":\n\n"])
  }

  // MARK: The end of a connection

  func testWhatRunsIsCancelledWhenTheConnectionEnds() throws {
    for end in End.allCases {
      try connect()
      begin()
      begin(isStream: false)
      XCTAssertEqual(cancelled.count, 0)
      self.end(end)
      XCTAssertEqual(cancelled.count, 2, "\(end)")
    }
  }

  func testWhatBeginsLaterIsCancelledAtOnce() throws {
    // A closed connection has no guard any more.
    for end in End.allCases where end != .leaves {
      try connect()
      self.end(end)
      begin()
      XCTAssertEqual(cancelled.count, 1, "\(end)")
    }
  }

  func testWhatHasEndedIsNotCancelled() throws {
    for end in End.allCases {
      try connect()
      begin()
      try channel.writeOutbound(HTTPResponsePart.end(nil))
      self.end(end)
      XCTAssertEqual(cancelled.count, 0, "\(end)")
    }
  }

  // MARK: Time-outs

  func testAClientThatTakesNothingIsDisconnected() {
    setWritable(false)
    advance(29)
    XCTAssertTrue(channel.isActive)
    advance(1)
    XCTAssertFalse(channel.isActive)
  }

  func testAClientThatTakesSomethingHasTheTimeAgain() {
    for _ in 0..<3 {
      setWritable(false)
      advance(29)
      setWritable(true)
    }
    advance(100)
    XCTAssertTrue(channel.isActive)
  }

  func testAResponseHasTheGraceWhenTheServerShutsDown() {
    end(.serverShutsDown)
    // The client continues to read, with pauses.
    setWritable(false)
    advance(5)
    setWritable(true)
    advance(4)
    XCTAssertTrue(channel.isActive)
    advance(1)
    XCTAssertFalse(channel.isActive)
  }

  func testAStreamWhoseClientDoesNotReadHasNoGrace() throws {
    for end in [End.serverShutsDown, .stopsSending] {
      try connect()
      begin()
      setWritable(false)
      self.end(end)
      XCTAssertFalse(channel.isActive, "\(end)")
    }
  }

  func testNothingIsLeftToDoWhenTheConnectionIsClosed() {
    begin(heartbeat: ":\n\n")
    setWritable(false)
    end(.serverShutsDown)
    channel.embeddedEventLoop.run()
    XCTAssertFalse(channel.isActive)
    XCTAssertNoThrow(try channel.finish(acceptAlreadyClosed: true))
    advance(100)
  }

  func testOtherEventsGoOn() throws {
    struct Other {}
    let inbound = Recorder()
    try channel.pipeline.syncOperations.addHandler(inbound)
    for event: any Sendable in [Other(), ChannelEvent.inputClosed, ChannelShouldQuiesceEvent()] {
      channel.pipeline.fireUserInboundEventTriggered(event)
    }
    setWritable(true)
    XCTAssertEqual(inbound.names, ["Other", "ChannelEvent", "ChannelShouldQuiesceEvent", "writable"])
    XCTAssertThrowsError(try channel.triggerUserOutboundEvent(Other()).wait())
  }
}

/// Records what reaches a handler behind the guard.
private final class Recorder: ChannelInboundHandler {
  typealias InboundIn = HTTPRequestPart
  private(set) var names: [String] = []

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    names.append("\(type(of: event))")
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) { names.append("writable") }
}
