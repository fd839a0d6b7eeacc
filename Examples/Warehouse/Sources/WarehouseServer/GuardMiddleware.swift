import Foundation
import HTTPTypes
import Hummingbird

/// Rejects requests that exceed a limit, that are for another host, or that another site has sent.
struct GuardMiddleware: RouterMiddleware {
  typealias Context = WarehouseContext

  let limits: Limits
  let clients: Clients
  let cluster: Cluster?

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let problem = request.headers[.edgeProblem].flatMap({ EdgeProblem(rawValue: $0) }) {
      // A client with too many of them gets that answer instead.
      guard clients.admit(context.client) else { throw Problem.tooManyRequests }
      throw problem.problem
    }
    guard request.uri.string.utf8.count <= limits.pathLength else {
      throw Problem(status: .uriTooLong, code: "pathTooLong", message: "The path of the request is too long.")
    }
    if let cluster, cluster.hasPassedOn(request) {
      var context = context
      context.isForwarded = true
      clients.connections.addServer(context.client)
      return try await next(request, context)
    }
    guard clients.admit(context.client) else {
      throw Problem.tooManyRequests
    }
    let host = request.host
    guard host.map({ limits.allowedHosts.allow($0, at: context.channel.localAddress) }) ?? true else {
      throw Problem.misdirected
    }
    guard request.isSafe || !request.isFromAnotherSite(than: host) else {
      throw Problem(status: .forbidden, code: "crossSite", message: "Another site has sent the request.")
    }
    guard request.isPlain else { throw Problem.encodedBody }
    if request.headers[.expect] != nil {
      context.channel.triggerUserOutboundEvent(BodyIsWanted(), promise: nil)
    }
    return try await next(request, context)
  }
}

extension Request {
  fileprivate var isSafe: Bool { [.get, .head, .options].contains(method) }

  /// The host of the request; nil if an old client hasn't given it.
  fileprivate var host: Authority? { head.authority.flatMap { Authority($0) } }

  /// Whether a browser has sent it for a page of another site. Programs other than browsers don't say.
  fileprivate func isFromAnotherSite(than host: Authority?) -> Bool {
    if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return true }
    guard let origin = headers[.origin] else { return false }
    // A proxy with TLS may be in front of the server.
    for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.hasPrefix(scheme) {
      guard let host, let origin = Authority(origin.dropFirst(scheme.count)) else { return true }
      return origin.host != host.host || origin.port ?? port != host.port ?? port
    }
    return true
  }

  /// Whether the body is of the declared type, and not compressed.
  fileprivate var isPlain: Bool {
    (headers[.contentEncoding] ?? "").split(separator: ",").allSatisfy {
      $0.trimmingCharacters(in: .whitespaces).lowercased() == "identity"
    }
  }
}
