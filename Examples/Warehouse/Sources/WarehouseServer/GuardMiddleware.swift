import HTTPTypes
import Hummingbird

/// Refuses what is too much, and what another site has sent.
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
    guard request.uri.string.utf8.count <= limits.pathLength else {
      throw Problem(status: .uriTooLong, code: "pathTooLong", message: "The path of the request is too long.")
    }
    if let cluster, cluster.hasPassedOn(request) {
      var context = context
      context.isForwarded = true
      return try await next(request, context)
    }
    guard clients.admit(context.client) else {
      throw Problem(
        status: .tooManyRequests,
        code: "tooManyRequests",
        message: "There were too many requests from this address.",
        headers: [.retryAfter: "1"]
      )
    }
    guard request.isSafe || !request.isFromAnotherSite else {
      throw Problem(status: .forbidden, code: "crossSite", message: "Another site has sent the request.")
    }
    return try await next(request, context)
  }
}

extension Request {
  fileprivate var isSafe: Bool { [.get, .head, .options].contains(method) }

  /// Whether a browser has sent it for a page of another site. Programs that are no browsers don't say.
  fileprivate var isFromAnotherSite: Bool {
    if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return true }
    guard let origin = headers[.origin] else { return false }
    guard let host = head.authority else { return true }
    return origin != "http://\(host)" && origin != "https://\(host)"
  }
}
