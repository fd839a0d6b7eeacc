import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization

/// A server that shows an ``Inspector`` in a browser on the same machine.
///
/// ```swift
/// let group = ServiceGroup(services: [InspectorServer(inspector)], logger: logger)
/// try await group.run()
/// ```
///
/// It listens on the loopback address alone. The address that it prints contains a token, which is another
/// one for each server. A request needs the token, and a host and an origin that are the server's own, so
/// that a page of another site can't use it. The page loads nothing from elsewhere.
public struct InspectorServer: Service {
  private let content: InspectorContent
  private let port: Int
  private let onReady: @Sendable (_ address: String) async -> Void
  private let access: InspectorAccess

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - inspector: What it shows.
  ///   - port: The port; zero for a free one.
  ///   - onReady: Called with the page's address when the server listens; nil to print it.
  public init(
    _ inspector: Inspector,
    port: Int = 0,
    onReady: (@Sendable (_ address: String) async -> Void)? = nil
  ) {
    self.init(.live(inspector), port: port, onReady: onReady ?? { Self.say("Inspector: \($0)") })
  }

  init(
    _ content: InspectorContent,
    port: Int = 0,
    onReady: @escaping @Sendable (_ address: String) async -> Void
  ) {
    self.content = content
    self.port = port
    self.onReady = onReady
    access = InspectorAccess()
  }

  /// Writes a line to the standard output at once, also if it isn't a terminal. If there is no output, the
  /// server runs without the line.
  static func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Serves the page until the service is shut down or its task is cancelled.
  ///
  /// - Throws: An error if the port is in use.
  public func run() async throws {
    var logger = Logger(label: "inspector")
    logger.logLevel = .warning
    let (access, onReady) = (access, onReady)
    let application = Application(
      responder: InspectorResponder(api: InspectorAPI(content: content), access: access),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        access.listen(on: port)
        await onReady("http://127.0.0.1:\(port)/\(access.token)/")
      },
      logger: logger
    )
    try await application.run()
  }
}

/// What a server shows.
enum InspectorContent: Sendable {
  case live(Inspector)
  case file(OpenedFile, (any Replaying)?)
}

/// Who may use a server.
final class InspectorAccess: Sendable {
  let token: String
  private let port = Mutex(0)

  init() {
    var generator = SystemRandomNumberGenerator()
    token = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  func listen(on port: Int) { self.port.withLock { $0 = port } }

  /// The reason why a request is refused.
  struct Refusal: Error {
    let status: HTTPResponse.Status
    let text: String
  }

  /// Checks a request, and returns the rest of its path after the token.
  func path(of request: Request) throws(Refusal) -> String {
    let port = port.withLock { $0 }
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.head.authority?.lowercased(), hosts.contains(host) else {
      throw Refusal(status: .init(code: 421), text: "The request is for another host.")
    }
    if let origin = request.headers[.origin], origin.lowercased() != "http://\(host)" {
      throw Refusal(status: .forbidden, text: "Another site's page has sent the request.")
    }
    // A browser says it for each request, also for one without an origin, such as for an image.
    let field = request.headers.first { $0.name.canonicalName == "sec-fetch-site" }
    if let site = field?.value, site != "same-origin", site != "none" {
      throw Refusal(status: .forbidden, text: "Another site's page has sent the request.")
    }
    let path = request.uri.path
    let parts = path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, isToken(first), parts.count == 2 else {
      throw Refusal(
        status: .notFound,
        text: "The address lacks the token. Use the address that the program has printed."
      )
    }
    if request.method == .post {
      // A page of another site can't send JSON without asking first.
      guard request.headers[.origin] != nil, request.headers[.contentType] == "application/json" else {
        throw Refusal(status: .forbidden, text: "Only the page can send this request.")
      }
    } else if request.method != .get {
      throw Refusal(status: .methodNotAllowed, text: "The method isn't GET or POST.")
    }
    return String(parts[1])
  }

  /// Compares in the same time whatever the text is.
  private func isToken(_ text: Substring) -> Bool {
    let (given, expected) = (Array(text.utf8), Array(token.utf8))
    guard given.count == expected.count else { return false }
    return zip(given, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
