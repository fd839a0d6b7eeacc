import HTTPTypes
import Hummingbird

/// Answers 405 if a path has other methods; Hummingbird would answer 404.
struct MethodMiddleware: RouterMiddleware {
  typealias Context = WarehouseContext

  private let paths: [(path: [Substring], allowed: [String])]

  init(routes: [Route]) {
    paths = Dictionary(grouping: routes, by: \.path).map { path, routes in
      let methods = routes.map(\.method.rawValue)
      return (Self.split(path), (methods.contains("GET") ? methods + ["HEAD"] : methods).sorted())
    }
  }

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      guard let allowed = allowed(at: Self.split(request.uri.path)) else { throw error }
      throw Problem(
        status: .methodNotAllowed,
        code: "methodNotAllowed",
        message: "The path has other methods.",
        headers: [.allow: allowed.joined(separator: ", ")]
      )
    }
  }

  private func allowed(at path: [Substring]) -> [String]? {
    paths.first { candidate in
      candidate.path.count == path.count
        && zip(candidate.path, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }?
    .allowed
  }

  private static func split(_ path: String) -> [Substring] { path.split(separator: "/") }
}
