import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Troupe
import TroupeHummingbird
import XCTest

/// Streams of a server that listens.
final class StreamTests: XCTestCase {
  /// Servers whose path `/` is a stream.
  private func application(
    _ connectionGuard: ConnectionGuard = ConnectionGuard(),
    write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> some ApplicationProtocol {
    application(connectionGuard, on: { _, writer in try await write(&writer) })
  }

  private func application(
    _ connectionGuard: ConnectionGuard,
    on write: @escaping @Sendable (any Channel, inout any ResponseBodyWriter) async throws -> Void
  ) -> some ApplicationProtocol {
    let router = Router(context: TestContext.self)
    router.get("/") { _, context in
      Response(status: .ok, body: .stream(on: context.channel) { try await write(context.channel, &$0) })
    }
    router.get("/health") { _, _ in "fine" }
    let http = HTTP1Channel.Configuration(additionalChannelHandlers: [connectionGuard.makeHandler()])
    return Application(router: router, server: .http1(configuration: http))
  }

  /// A stream that has written something, and waits until it is cancelled.
  private func endless(_ ended: Signal<Void>) -> @Sendable (inout any ResponseBodyWriter) async throws -> Void
  {
    { writer in
      defer { ended.send() }
      try await writer.write(ByteBuffer(string: "begun"))
      for await _ in AsyncStream<Never>.makeStream().stream {}
      try Task.checkCancellation()
    }
  }

  func testAClientThatLeavesEndsItsStream() async throws {
    for leaving in Client.Leaving.allCases {
      let ended = Signal<Void>()
      try await withServer(application(write: endless(ended))) { port in
        let client = try await Client(port: port)
        try await client.get("/")
        _ = await client.read(until: "begun")
        try await client.leave(leaving)
        await ended.wait()
      }
    }
  }

  /// Its next requests wait for the stream, so nothing is read from its socket any more.
  func testAClientWithManyRequestsThatLeavesEndsItsStream() async throws {
    let ended = Signal<Void>()
    try await withServer(
      application(ConnectionGuard(heartbeatInterval: .milliseconds(20)), write: endless(ended))
    ) {
      port in
      let client = try await Client(port: port)
      for _ in 0..<1_000 { try await client.get("/") }
      _ = await client.read(until: "begun")
      try await client.leave()
      await ended.wait()
    }
  }

  func testAStreamEndsWhenTheServerShutsDown() async throws {
    let ended = Signal<Void>()
    let text = Signal<String>()
    try await withServer(application(write: endless(ended))) { port in
      let client = try await Client(port: port)
      try await client.get("/")
      _ = await client.read(until: "begun")
      Task { text.send(await client.read()) }
    }
    await ended.wait()
    let rest = await text.wait()
    XCTAssertEqual(rest, "0\r\n\r\n", "It has an end that the client knows.")
  }

  func testAServerShutsDownThoughAClientDoesNotRead() async throws {
    let full = Signal<Void>()
    let router = Router(context: TestContext.self)
    router.get("/") { _, context in
      let body = ResponseBody.stream(on: context.channel) { writer in
        while true { try await writer.write(ByteBuffer(repeating: 0, count: 1_024)) }
      }
      return Response(status: .ok, body: body)
    }
    let http = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard().makeHandler(), WritabilityObserver(full)]
    )
    try await withServer(Application(router: router, server: .http1(configuration: http))) { port in
      let client = try await Client(port: port, isReading: false)
      try await client.get("/")
      await full.wait()
    }
  }

  func testAConnectionIsUsedAgainAfterAStream() async throws {
    let application = application { writer in try await writer.write(ByteBuffer(string: "all")) }
    try await withServer(application) { port in
      let client = try await Client(port: port)
      for _ in 0..<3 {
        try await client.get("/")
        let text = await client.read(until: "0\r\n\r\n")
        XCTAssertTrue(text.hasSuffix("3\r\nall\r\n0\r\n\r\n"), text)
      }
      try await client.get("/health")
      let text = await client.read(until: "fine")
      XCTAssertTrue(text.hasPrefix("HTTP/1.1 200 OK"), text)
    }
  }

  func testAnErrorClosesTheConnection() async throws {
    struct Failed: Error {}
    try await withServer(application { _ in throw Failed() }) { port in
      let client = try await Client(port: port)
      try await client.get("/")
      let text = await client.read()
      XCTAssertTrue(text.hasPrefix("HTTP/1.1 200 OK"), text)
      XCTAssertFalse(text.hasSuffix("0\r\n\r\n"), "The client could take it for the whole: \(text)")
    }
  }

  func testAClientThatDoesNotReadIsDisconnected() async throws {
    let (ended, written) = (Signal<Void>(), Counter())
    let connectionGuard = ConnectionGuard(writeTimeout: .milliseconds(50), streamBuffer: 8 * 1024)
    let application = application(
      connectionGuard,
      on: { channel, writer in
        defer { ended.send() }
        while true {
          try await writer.write(ByteBuffer(repeating: 0, count: 1_024))
          written.add(1_024)
          // The event loop tells the writer that it has to wait, and may do so late.
          try await channel.eventLoop.submit {}.get()
        }
      }
    )
    try await withServer(application) { port in
      let client = try await Client(port: port, isReading: false)
      try await client.get("/")
      await ended.wait()
    }
    // The writes have waited: only this much was accepted for a client that reads nothing.
    XCTAssertLessThan(written.count, 256 * 1024)
    XCTAssertGreaterThanOrEqual(written.count, 8 * 1024)
  }

  func testWithoutAGuardThereIsAnIssue() async throws {
    let router = Router(context: TestContext.self)
    router.get("/") { _, context in
      Response(
        status: .ok,
        body: .stream(on: context.channel) { try await $0.write(ByteBuffer(string: "all")) }
      )
    }
    try await withExpectedIssue(matching: { $0.message.contains("a connection without a guard") }) {
      try await withServer(Application(router: router)) { port in
        let client = try await Client(port: port)
        try await client.get("/")
        let text = await client.read(until: "0\r\n\r\n")
        XCTAssertTrue(text.hasSuffix("3\r\nall\r\n0\r\n\r\n"), text)
      }
    }
  }

  #if os(Linux)
    /// Otherwise the system takes a quarter of an hour to give up on it.
    func testTheSystemGivesUpOnAClientThatHasVanished() async throws {
      let router = Router(context: TestContext.self)
      router.get("/") { _, context in
        Response(
          status: .ok,
          body: .stream(on: context.channel) { [channel = context.channel] writer in
            // After the event that has begun the stream.
            let time = try await channel.eventLoop.flatSubmit {
              channel.getOption(.tcpOption(NIOBSDSocket.Option(rawValue: 18)))
            }.get()
            try await writer.write(ByteBuffer(string: "\(time) ms"))
          }
        )
      }
      let http = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(writeTimeout: .seconds(7)).makeHandler()]
      )
      try await withServer(Application(router: router, server: .http1(configuration: http))) { port in
        let client = try await Client(port: port)
        try await client.get("/")
        let text = await client.read(until: "0\r\n\r\n")
        XCTAssertTrue(text.contains("\r\n7000 ms\r\n"), text)
      }
    }
  #endif
}

/// Reports when a connection accepts no more.
private final class WritabilityObserver: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  private let full: Signal<Void>

  init(_ full: Signal<Void>) { self.full = full }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if !context.channel.isWritable { full.send() }
    context.fireChannelWritabilityChanged()
  }
}
