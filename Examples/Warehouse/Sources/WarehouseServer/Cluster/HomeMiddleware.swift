import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import NIOCore
import Troupe
import TroupeDurable
import TroupePostgres
import WarehouseFeature

/// Forwards requests for warehouses whose home is elsewhere, and repeats requests that found a store at the
/// moment it closed.
///
/// The last known home of a warehouse is remembered, which saves a query of the database. A request is sent
/// again only if it was rejected before anything was reduced: by a store, or by the home, which says so in a
/// header. A request that another program has forwarded isn't forwarded again.
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
    // The body is read once, and may be needed more than once. The other requests have none, and may be
    // streams.
    let body =
      [.get, .head].contains(request.method) ? nil : try await request.collectBody(upTo: limits.bodySize)
    let end = ContinuousClock.now + limits.requestTime
    for attempt in 1... {
      if attempt == 1, let home = rememberedHome(request, context) {
        if let answer = try await ask(home, request, body, context) { return try response(answer, context) }
        continue
      }
      do {
        return try await next(request, context)
      } catch let error where error.isRefusal && !context.isForwarded {
        if let address = (error as? HomeError)?.address {
          guard isPassable(request) else { throw Problem.malformed("The path can't be read.") }
          if cluster.configuration.isRedirecting { return redirect(request, to: address) }
          let answer = try await cluster.client.send(request, body, to: address, context, cluster)
          if answer.headers[.refused] == nil { return try response(answer, context) }
        } else if !((error as? StoreError)?.code.isClosed == true || error is CommitError) {
          throw error
        }
        if attempt == Self.attempts || .now >= end { throw error }
      }
    }
    preconditionFailure("The last attempt returns or throws.")
  }

  /// The last known home of a warehouse.
  private struct RememberedHome {
    let address: String
    let key: StorageKey
    let node: ClusterNode
  }

  /// Returns the home of a request's warehouse; nil if it isn't known, or must not be used.
  private func rememberedHome(_ request: Request, _ context: Context) -> RememberedHome? {
    // Two nodes that are both wrong would send a client back and forth, or forward a request to each other.
    guard !context.isForwarded, !cluster.configuration.isRedirecting, isPassable(request),
      let name = context.parameters.get("warehouse"), Warehouses.isName(name), let node = cluster.node,
      let address = node.home(of: StorageKey(name))
    else { return nil }
    return RememberedHome(address: address, key: StorageKey(name), node: node)
  }

  /// Sends a request to a remembered home, and forgets the home if it isn't the right one any more.
  ///
  /// - Returns: The answer; nil if nothing was done there.
  private func ask(
    _ home: RememberedHome,
    _ request: Request,
    _ body: ByteBuffer?,
    _ context: Context
  ) async throws -> HomeClient.Answer? {
    do {
      let answer = try await cluster.client.send(request, body, to: home.address, context, cluster)
      if answer.headers[.refused] == nil { return answer }
      home.node.forgetHome(of: home.key)
      return nil
    } catch {
      home.node.forgetHome(of: home.key)
      throw error
    }
  }

  /// Whether the path can follow an address. Anything else could become a part of a host name there.
  private func isPassable(_ request: Request) -> Bool { request.head.path?.hasPrefix("/") == true }

  private func redirect(_ request: Request, to address: String) -> Response {
    Response(status: .temporaryRedirect, headers: [.location: address + (request.head.path ?? "/")])
  }

  /// Passes on the home's answer.
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
          // The home is gone. The client reconnects, and gets what it has missed.
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
    case is HomeError, is NotReady, is WarehouseMoves: true
    case let error as StoreError: error.code.isClosed
    case let error as StoreDirectoryError: error.code == .shutDown
    case let error as CommitError: error.isRefusal
    default: false
    }
  }
}

extension CommitError {
  /// Whether the store was closed before it accepted the action.
  var isRefusal: Bool { !wasReduced && [.closed, .superseded, .unavailable].contains(code) }
}
