import HTTPTypes
import Hummingbird
import Logging
import Tracing

/// Surrounds each request: a logger with its id, which the effects of its actions also log with; a span in
/// the trace that the headers name; a timer; one line in the log; and problems as answers.
///
/// Nothing that a client has sent is logged, traced or counted, except the id and the method.
struct RequestMiddleware: RouterMiddleware {
  typealias Context = WarehouseContext

  let timers: RequestTimers

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let id = Self.id(of: request)
    var context = context
    context.logger[metadataKey: "hb.request.id"] = nil
    context.logger[metadataKey: "request.id"] = "\(id)"
    var parent = ServiceContext.topLevel
    InstrumentationSystem.instrument.extract(request.headers, into: &parent, using: Headers())
    let start = ContinuousClock.now
    let answered = context
    var response = await withSpan(Self.method(of: request), context: parent, ofKind: .server) { span in
      await withLogger(answered.logger) { logger in
        let response = await Self.answer(request, id, answered, logger, next)
        span.operationName = "\(Self.method(of: request)) \(answered.endpointPath ?? "unknown")"
        span.attributes["http.response.status_code"] = response.status.code
        return response
      }
    }
    note(request, context, response, start.duration(to: .now))
    response.headers[.requestID] = id
    // The contents change all the time, and intermediaries must not share them.
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "private, no-cache" }
    // The browser's permissions.
    response.headers[.contentSecurityPolicy] = """
      default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
      form-action 'self'; base-uri 'none'; frame-ancestors 'none'
      """
    response.headers[.contentTypeOptions] = "nosniff"
    // Not `no-referrer`, with which browsers don't send the origin of a form.
    response.headers[.referrerPolicy] = "same-origin"
    return response
  }

  private nonisolated(nonsending) static func answer(
    _ request: Request,
    _ id: String,
    _ context: Context,
    _ logger: Logger,
    _ next: (Request, Context) async throws -> Response
  ) async -> Response {
    do {
      return try await next(request, context)
    } catch {
      func response(_ problem: Problem) -> Response {
        guard request.wantsPage else { return problem.response }
        return ProblemPage(problem: problem, path: request.uri.path, requestID: id).response
      }
      if let (key, damage) = Problem.damage(error) {
        logger.error(
          "A saved value can't be read",
          metadata: ["storage.key": "\(key)", "error": "\(damage)"]
        )
      }
      if let problem = Problem(error) { return response(problem) }
      // Its text may contain what a client has sent.
      logger.error("Request failed", metadata: ["error.type": "\(type(of: error))"])
      return response(
        Problem(
          status: .internalServerError,
          code: "internal",
          message: "Something went wrong here. The id of the request is in the log."
        )
      )
    }
  }

  private func note(_ request: Request, _ context: Context, _ response: Response, _ duration: Duration) {
    let (method, route) = (Self.method(of: request), context.endpointPath ?? "unknown")
    timers.record(duration, method, route, response.status)
    context.logger.info(
      "Request",
      metadata: [
        "http.method": "\(method)", "http.route": "\(route)", "http.status": "\(response.status.code)",
        "http.duration": "\(duration)",
      ]
    )
  }

  /// The valid id that the client or a proxy has given, or else a new one.
  private static func id(of request: Request) -> String {
    guard let id = request.headers[.requestID], (1...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ $0.isLetterOrDigit || "-._".utf8.contains($0) })
    else { return newID() }
    return id
  }

  /// 32 random digits. Foundation opens a file for each UUID.
  private static func newID() -> String {
    var number = UInt128.random(in: 0 ... .max)
    return String(unsafeUninitializedCapacity: 32) { digits in
      for index in digits.indices {
        let digit = UInt8(truncatingIfNeeded: number & 0xF)
        digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        number >>= 4
      }
      return 32
    }
  }

  /// One of few: each is a dimension of the metrics.
  private static func method(of request: Request) -> String {
    methods.contains(request.method) ? request.method.rawValue : "OTHER"
  }

  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .delete, .patch, .options, .trace,
  ]

  private struct Headers: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? {
      HTTPField.Name(key).flatMap { headers[$0] }
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
