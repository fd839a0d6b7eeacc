import HTTPTypes

/// What is wrong with a request, found before its route is looked up.
enum EdgeProblem: String, CaseIterable {
  case malformed, headersTooLarge, badHost, badTarget, bodyTooLarge, unknownCoding, unknownExpectation,
    unknownVersion, tooManyOfClient, tooManyConnections

  var problem: Problem {
    switch self {
    case .malformed: .malformed("This isn't an HTTP request.")
    case .headersTooLarge:
      Problem(
        status: .requestHeaderFieldsTooLarge,
        code: "headersTooLarge",
        message: "The headers of the request are too large."
      )
    case .badHost:
      Problem(
        status: .badRequest,
        code: "badHost",
        message: "The request has to have one Host, which is a name or an address and may have a port."
      )
    case .badTarget: .malformed("The target of the request has to be a path or an HTTP URL.")
    case .bodyTooLarge: .bodyTooLarge
    case .unknownCoding:
      Problem(
        status: .notImplemented,
        code: "unknownCoding",
        message: "The only Transfer-Encoding that the server reads is chunked."
      )
    case .unknownExpectation:
      Problem(
        status: .expectationFailed,
        code: "unknownExpectation",
        message: "The only expectation that the server meets is 100-continue."
      )
    case .unknownVersion:
      Problem(
        status: .httpVersionNotSupported,
        code: "unknownVersion",
        message: "The server speaks HTTP/1.1."
      )
    case .tooManyOfClient:
      Problem(
        status: .tooManyRequests,
        code: "tooManyConnections",
        message: "This address has too many connections.",
        headers: [.retryAfter: "1"]
      )
    case .tooManyConnections: .refused("tooManyConnections", "The server has too many connections.")
    }
  }
}
