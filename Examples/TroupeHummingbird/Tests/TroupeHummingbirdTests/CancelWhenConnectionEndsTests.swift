import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import TroupeHummingbird
import XCTest

/// Handlers that wait, on a server that listens.
final class CancelWhenConnectionEndsTests: XCTestCase {
  private func application(_ operation: @escaping @Sendable () async throws -> String)
    -> some ApplicationProtocol
  {
    let router = Router(context: TestContext.self)
    router.get("/") { _, context in
      try await cancelWhenConnectionEnds(context.channel, operation: operation)
    }
    let http = HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionGuard().makeHandler()])
    return Application(router: router, server: .http1(configuration: http))
  }

  private func endless(_ begun: Signal<Void>, _ ended: Signal<Void>) -> @Sendable () async throws -> String {
    {
      begun.send()
      for await _ in AsyncStream<Never>.makeStream().stream {}
      ended.send()
      try Task.checkCancellation()
      return "It wasn't cancelled."
    }
  }

  func testAnOperationReturns() async throws {
    try await withServer(application { "done" }) { port in
      let client = try await Client(port: port)
      for _ in 0..<3 {
        try await client.get("/")
        let text = await client.read(until: "done")
        XCTAssertTrue(text.hasPrefix("HTTP/1.1 200 OK"), text)
      }
    }
  }

  func testAClientThatLeavesCancels() async throws {
    for leaving in Client.Leaving.allCases {
      let (begun, ended) = (Signal<Void>(), Signal<Void>())
      try await withServer(application(endless(begun, ended))) { port in
        let client = try await Client(port: port)
        try await client.get("/")
        await begun.wait()
        try await client.leave(leaving)
        await ended.wait()
      }
    }
  }

  func testAServerThatShutsDownCancels() async throws {
    let (begun, ended) = (Signal<Void>(), Signal<Void>())
    try await withServer(application(endless(begun, ended))) { port in
      let client = try await Client(port: port)
      try await client.get("/")
      await begun.wait()
    }
    await ended.wait()
  }

  func testItsTaskCancels() async throws {
    let (begun, ended) = (Signal<Void>(), Signal<Void>())
    let operation = endless(begun, ended)
    let router = Router(context: TestContext.self)
    router.get("/") { _, context in
      let task = Task { try await cancelWhenConnectionEnds(context.channel, operation: operation) }
      await begun.wait()
      task.cancel()
      do {
        return try await task.value
      } catch is CancellationError {
        return "cancelled"
      }
    }
    let http = HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionGuard().makeHandler()])
    try await withServer(Application(router: router, server: .http1(configuration: http))) { port in
      let client = try await Client(port: port)
      try await client.get("/")
      let text = await client.read(until: "cancelled")
      XCTAssertTrue(text.hasSuffix("cancelled"), text)
      await ended.wait()
    }
  }
}
