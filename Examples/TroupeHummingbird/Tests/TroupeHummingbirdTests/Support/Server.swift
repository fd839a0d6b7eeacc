import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import XCTest

/// Runs a test with a server that listens, and shuts the server down as a signal does. Returns when the
/// server has ended.
func withServer(
  _ application: some ApplicationProtocol,
  _ test: @Sendable (_ port: Int) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  let server = Listening(base: application, ports: continuation)
  let services = ServiceGroup(configuration: .init(services: [server], logger: server.logger))
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { continuation.finish() }
      try await services.run()
    }
    do {
      let port = await ports.first { _ in true }
      try await test(try XCTUnwrap(port, "The server hasn't started."))
    } catch {
      await services.triggerGracefulShutdown()
      throw error
    }
    await services.triggerGracefulShutdown()
    try await group.waitForAll()
  }
}

/// An application on a port that the system chooses, which logs nothing.
private struct Listening<Base: ApplicationProtocol>: ApplicationProtocol {
  let base: Base
  let ports: AsyncStream<Int>.Continuation

  var responder: Base.Responder { get async throws { try await base.responder } }
  var server: HTTPServerBuilder { base.server }
  var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
  var services: [any Service] { base.services }
  var configuration: ApplicationConfiguration {
    base.configuration.with(address: .hostname("127.0.0.1", port: 0))
  }
  var logger: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

  func onServerRunning(_ channel: any Channel) async {
    if let port = channel.localAddress?.port { ports.yield(port) }
  }
}

/// A request's context, with its connection.
struct TestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
