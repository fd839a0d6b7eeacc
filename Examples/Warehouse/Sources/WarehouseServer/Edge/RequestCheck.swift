import HTTPTypes
import NIOHTTP1

/// Checks the head of a request before anything else does.
struct RequestCheck {
  /// The head that the routes get.
  private(set) var head: HTTPRequestHead
  private(set) var problem: EdgeProblem?
  /// Whether the client sends the body only after a request to continue.
  private(set) var awaitsContinue = false

  init(_ head: HTTPRequestHead, _ limits: Limits) {
    self.head = head
    self.head.headers.remove(name: HTTPRequestHead.problemName)
    problem = checkTarget() ?? coding(limits) ?? checkExpectation()
    if let problem { self.head = .refused(problem, self.head) }
  }

  /// A single host, which is in the target if that is a URL.
  private mutating func checkTarget() -> EdgeProblem? {
    let hosts = head.headers["Host"]
    // An older client may omit it. No browser is that old.
    guard hosts.count == 1 || hosts.isEmpty && head.version.minor == 0 else { return .badHost }
    guard hosts.allSatisfy({ Authority($0) != nil }) else { return .badHost }
    if head.uri.hasPrefix("/") { return nil }
    if head.uri == "*" { return head.method == .OPTIONS ? nil : .badTarget }
    guard let (authority, path) = Self.split(head.uri) else { return .badTarget }
    guard Authority(authority) != nil else { return .badHost }
    // The target's host takes precedence.
    head.headers.replaceOrAdd(name: "Host", value: String(authority))
    head.uri = path
    return nil
  }

  /// Splits an HTTP URL into its authority and the rest.
  private static func split(_ uri: String) -> (authority: Substring, path: String)? {
    let parts = uri.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()) else { return nil }
    let authority = parts[1].prefix { !"/?#".contains($0) }
    let path = String(parts[1].dropFirst(authority.count))
    return (authority, path.hasPrefix("/") ? path : "/" + path)
  }

  /// Whether the length of the body is known, and not too large.
  private func coding(_ limits: Limits) -> EdgeProblem? {
    let codings = head.headers["Transfer-Encoding"]
    let lengths = head.headers["Content-Length"]
    if !codings.isEmpty {
      guard head.version.minor > 0, lengths.isEmpty else { return .malformed }
      return codings.count == 1 && codings[0].lowercased() == "chunked" ? nil : .unknownCoding
    }
    guard lengths.allSatisfy({ Int($0).map { $0 <= limits.bodySize } ?? false }) else { return .bodyTooLarge }
    return nil
  }

  private mutating func checkExpectation() -> EdgeProblem? {
    let expectations = head.headers[canonicalForm: "Expect"]
    // For an older client, the header has no meaning.
    guard !expectations.isEmpty, head.version.minor > 0 else { return nil }
    guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else { return .unknownExpectation }
    let length = head.headers["Content-Length"].first.flatMap { Int($0) } ?? 0
    awaitsContinue = length > 0 || head.headers.contains(name: "Transfer-Encoding")
    return nil
  }
}

extension HTTPRequestHead {
  /// A header with which a rejected head says why. If a client sends it, it is removed.
  static let problemName = HTTPField.Name.edgeProblem.rawName

  /// A head without a body, which the middleware answers with the problem.
  static func refused(_ problem: EdgeProblem, _ head: HTTPRequestHead? = nil) -> HTTPRequestHead {
    var head = head ?? HTTPRequestHead(version: .http1_1, method: .GET, uri: "*")
    if !head.uri.hasPrefix("/") { head.uri = "*" }
    for name in ["Host", "Content-Length", "Transfer-Encoding", "Expect"] { head.headers.remove(name: name) }
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    head.headers.replaceOrAdd(name: problemName, value: problem.rawValue)
    return head
  }
}
