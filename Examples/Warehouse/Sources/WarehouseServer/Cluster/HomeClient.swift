import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Tracing

/// Forwards requests to the homes of their warehouses.
final class HomeClient: Sendable {
  struct Answer: Sendable {
    enum Body: Sendable {
      case whole(ByteBuffer)
      case stream(HTTPClientResponse.Body)
    }

    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: Body
  }

  private static let largestAnswer = 64 << 20
  private let client: HTTPClient
  private let patience: TimeAmount

  /// - Parameter patience: How long a home may take to begin an answer.
  init(_ limits: Limits, patience: Duration) {
    self.patience = TimeAmount(patience)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration(limits))
  }

  static func configuration(_ limits: Limits) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.timeout.connect = .seconds(2)
    // A stream has a heartbeat. A home that is silent for longer is gone.
    configuration.timeout.read = TimeAmount(limits.heartbeatTime * 2)
    // A connection is given up before the home gives it up, which might happen while a request is being sent.
    configuration.connectionPool.idleTimeout = TimeAmount(limits.idleTime / 2)
    // Streams keep their connections.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 10_000
    // Its client can try again, and knows whether it wants to.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.tracing.tracer = nil
    return configuration
  }

  func shutdown() async throws { try await client.shutdown() }

  /// Sends a request once.
  ///
  /// - Throws: A ``Problem`` if there is no answer, which says whether the request may have been carried out.
  func send(
    _ request: Hummingbird.Request,
    _ body: ByteBuffer?,
    to address: String,
    _ context: WarehouseContext,
    _ cluster: Cluster
  ) async throws -> Answer {
    try await withSpan("forward", ofKind: .client) { span in
      var fields = request.headers
      for name in Self.ofConnection { fields[name] = nil }
      fields[.requestID] = context.logger[metadataKey: "request.id"].map { "\($0)" }
      fields[.forwarded] = cluster.secretOfAll
      InstrumentationSystem.instrument.inject(span.context, into: &fields, using: Fields())
      var copy = HTTPClientRequest(url: address + (request.head.path ?? "/"))
      copy.method = HTTPMethod(rawValue: request.method.rawValue)
      for field in fields { copy.headers.add(name: field.name.rawName, value: field.value) }
      copy.body = body.map { .bytes($0) }
      cluster.noteForwarded()
      do {
        let answer = try await client.execute(copy, deadline: .now() + patience)
        span.attributes["http.response.status_code"] = Int(answer.status.code)
        return try await Self.answer(answer)
      } catch {
        if error is CancellationError || Task.isCancelled { throw error }
        cluster.noteUnreachable()
        throw Self.problem(error, request)
      }
    }
  }

  private static func answer(_ answer: HTTPClientResponse) async throws -> Answer {
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    for name in ofConnection where name != .contentLength { fields[name] = nil }
    let isStream = fields[.contentType]?.hasPrefix("text/event-stream") == true
    // An answer that breaks off isn't an answer.
    let body: Answer.Body =
      isStream ? .stream(answer.body) : .whole(try await answer.body.collect(upTo: largestAnswer))
    return Answer(status: HTTPResponse.Status(code: Int(answer.status.code)), headers: fields, body: body)
  }

  private static func problem(_ error: any Error, _ request: Hummingbird.Request) -> Problem {
    if error as? HTTPClientError == .invalidURL { return .malformed("The path can't be read.") }
    // The home isn't listening, or that isn't known.
    let isUnsent =
      error is NIOConnectionError || error as? HTTPClientError == .connectTimeout
      || (error as? IOError)?.errnoCode == ECONNREFUSED
    if isUnsent || [.get, .head].contains(request.method) {
      return .refused("unreachable", "The server of the warehouse doesn't answer.")
    }
    return Problem(
      status: .gatewayTimeout,
      code: "notAnswered",
      message: "It isn't known whether the change was made. Check before you try again."
    )
  }

  /// Headers that belong to a connection, and not to a request or an answer.
  private static let ofConnection: [HTTPField.Name] =
    [.connection, .contentLength, .date, .expect, .te, .trailer, .transferEncoding, .upgrade]
    + ["Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", "Host"]
    .compactMap { HTTPField.Name($0) }

  private struct Fields: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
      if let name = HTTPField.Name(key) { fields[name] = value }
    }
  }
}
