import HTTPTypes
import Hummingbird
import Troupe
import TroupeDurable
import WarehouseFeature

extension WarehouseServer {
  /// A route whose answers begin within the time for a request, and which begins no change that can't be
  /// saved.
  func limited(_ route: Route) -> Route {
    let isRead = route.method == .get
    return Route(route.method, route.path) { request, context in
      var request = request
      // The body has its own time limit.
      if !isRead { _ = try await request.collectBody(upTo: limits.bodySize) }
      let (whole, name) = (request, context.parameters.get("warehouse"))
      if !isRead, let reason = saving?.reason(of: name.map { StorageKey($0) }) {
        throw Problem.unsaved(reason)
      }
      do {
        return try await deadlines.run { try await route.handler(whole, context) }
      } catch let error as Deadlines.Exceeded {
        throw Problem(error, isRead: isRead)
      }
    }
  }
}

extension Problem {
  fileprivate init(_ error: Deadlines.Exceeded, isRead: Bool) {
    if !isRead {
      // The store's message about the change, which it may have made.
      self = (error.underlying as? CommitError).map { Problem($0) } ?? .notKnown
    } else if let problem = error.underlying as? Problem {
      self = problem
    } else {
      self = .tryLater("deadlineExceeded", "There was no answer in time. Try again.")
    }
  }
}
