import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import NIOCore
import Troupe
import TroupeDurable
import TroupePostgres

/// Sends requests for warehouses that are at home elsewhere on their way, and those again that found a store
/// in the moment in which it closed.
///
/// Only what was refused before anything was reduced is sent again: by a store, or by the home, which says so
/// in a header. What another program has passed on isn't passed on once more.
struct HomeMiddleware: RouterMiddleware {
  typealias Context = WarehouseContext

  let cluster: Cluster
  let limits: Limits
  let clients: Clients
  /// How often a request is tried. A warehouse may move while the request is on its way.
  private static let attempts = 3

  init(cluster: Cluster, limits: Limits, clients: Clients) {
    (self.cluster, self.limits, self.clients) = (cluster, limits, clients)
  }

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var request = request
    // It is read once, and may be needed more than once. The others have none, and may be streams.
    let body =
      [.get, .head].contains(request.method) ? nil : try await request.collectBody(upTo: limits.bodySize)
    for attempt in 1... {
      do {
        return try await next(request, context)
      } catch let error where error.isRefusal && !context.isForwarded {
        if let address = (error as? HomeError)?.address {
          // Behind the address, anything else could be a part of the name of a host.
          guard request.head.path?.hasPrefix("/") == true else {
            throw Problem.malformed("The path can't be read.")
          }
          if cluster.configuration.isRedirecting { return redirect(request, to: address) }
          let answer = try await cluster.client.send(request, body, to: address, context, cluster)
          if answer.headers[.refused] == nil { return try response(answer, context) }
        } else if !(error is StoreClosed || error is CommitError) {
          throw error
        }
        if attempt == Self.attempts { throw error }
      }
    }
    preconditionFailure("The last attempt returns or throws.")
  }

  private func redirect(_ request: Request, to address: String) -> Response {
    Response(status: .temporaryRedirect, headers: [.location: address + (request.head.path ?? "/")])
  }

  /// Answers with what the home has answered.
  private func response(_ answer: HomeClient.Answer, _ context: Context) throws -> Response {
    switch answer.body {
    case .whole(let buffer):
      return Response(status: answer.status, headers: answer.headers, body: ResponseBody(byteBuffer: buffer))
    case .stream(let parts):
      let place = try StreamPlace(clients, context)
      let body = ResponseBody.stream(place, context, isPassedOn: true) { writer in
        do {
          for try await part in parts { try await writer.write(part) }
        } catch is HTTPClientError {
          // The home is gone. The client comes back, and is told what it has missed.
        }
      }
      return Response(status: answer.status, headers: answer.headers, body: body)
    }
  }
}

extension Error {
  /// Whether nothing was done for a request, so that it can be sent again.
  var isRefusal: Bool {
    switch self {
    case is HomeError, is NotReady, is WarehouseMoves, is StoreClosed: true
    case let error as StoreDirectoryError: error.code == .shutDown
    case let error as CommitError: error.isRefusal
    default: false
    }
  }
}

extension CommitError {
  /// Whether the store was closed before it took the action.
  var isRefusal: Bool { !wasReduced && [.closed, .superseded, .unavailable].contains(code) }
}
