import HTTPTypes
import InMemoryTracing
import Logging
import Tracing

/// A server's work around each request: a span, in the trace that the headers name, and a logger that has the
/// id of the request.
struct Server: Sendable {
  let observer: Observer

  func respond(
    to request: HTTPRequest,
    _ handle: () async throws -> Void
  ) async rethrows -> HTTPResponse {
    var context = ServiceContext.topLevel
    observer.tracer.extract(request.headerFields, into: &context, using: HeaderExtractor())
    let span = observer.tracer.startSpan("POST /orders", context: context, ofKind: .server)
    defer { span.end() }
    var logger = observer.logger
    logger[metadataKey: "request.id"] = request.headerFields[.requestID].map { "\($0)" }
    logger.info("Request")
    try await ServiceContext.withValue(span.context) {
      try await withLogger(logger) { _ in try await handle() }
    }
    return HTTPResponse(status: .accepted)
  }
}

extension HTTPRequest {
  /// An order, sent by a client that has a trace and an id for it.
  static func order(id: String) -> HTTPRequest {
    HTTPRequest(
      method: .post,
      scheme: "https",
      authority: "shop.example",
      path: "/orders",
      headerFields: [.requestID: id, .traceID: "trace of \(id)", .spanID: "span of \(id)"]
    )
  }
}

extension HTTPField.Name {
  static let requestID = field("x-request-id")
  static let traceID = field("in-memory-trace-id")
  static let spanID = field("in-memory-span-id")

  private static func field(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a field.") }
    return name
  }
}

struct HeaderExtractor: Extractor {
  func extract(key: String, from fields: HTTPFields) -> String? {
    HTTPField.Name(key).flatMap { fields[$0] }
  }
}
