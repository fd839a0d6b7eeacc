import HTTPTypes
import Hummingbird
import NIOCore
import Troupe
import TroupeHummingbird
import WarehouseFeature

extension WarehouseServer {
  var eventRoutes: [Route] {
    [
      Route(.get, "/api/warehouses/{warehouse}/events") { request, context in
        try await events(of: try name(context), for: request, context)
      }
    ]
  }

  /// Answers with the events of a warehouse as they happen.
  ///
  /// A client that reconnects names the last event that it received, in the header or the query, and gets
  /// what it missed. If that isn't known any more, it gets the event `reload`, and reads the items again.
  func events(of name: String, for request: Request, _ context: WarehouseContext) async throws -> Response {
    // A missing warehouse is an error now, and not a stream without events.
    let start = try await open(name).follow(name) { _, feed in feed.position }
    let last = request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map { String($0) }
    let place = try StreamPlace(clients, context)
    let body = ResponseBody.stream(place, context) { writer in
      do {
        try await follow(name, after: last.map { FeedPosition($0) } ?? start, &writer)
      } catch  where error.isRefusal {
        // The warehouse has moved in the meantime. The client reconnects, and finds it.
      }
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
      body: body
    )
  }

  /// - Parameter last: The position of the last event that the client has received; nil if there is none.
  private func follow(
    _ name: String,
    after last: FeedPosition?,
    _ writer: inout any ResponseBodyWriter
  ) async throws {
    let reload = ByteBuffer(string: "event: reload\ndata:\n\n")
    // A first message, so that the client knows that it is connected.
    try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
    guard let last else { return try await writer.write(reload) }
    try await warehouses.follow(name) { _, feed in
      do {
        for try await element in feed.events(after: last) {
          let text = element.event.text { "data: \(ItemJSON($0).text)\n\n" }
          try await writer.write(ByteBuffer(string: "id: \(element.position)\n\(text)"))
        }
      } catch is FeedError {
        // The events that the client has missed aren't there any more, or the store has ended.
        try await writer.write(reload)
      }
    }
  }
}
