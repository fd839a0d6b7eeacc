import InMemoryTracing
import PostgresTesting
import Tracing
import XCTest

/// The trace of a forwarded request.
final class TraceTests: XCTestCase {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let client = "b7ad6b7169203331"

  func testWhatTheHomeDoesIsUnderTheRequestOfWhoPassedItOn() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    let tracer = TestTracer.shared
    let (home, other) = (try await Node(database), try await Node(database))
    _ = try await home.request("PUT /api/warehouses/north")
    _ = try await home.request(
      "POST /api/warehouses/north/items",
      #"{"name":"Bolts","status":"inStock","quantity":5}"#
    )
    tracer.clear()
    let answer = try await other.request(
      "POST /api/warehouses/north/items/1/order",
      #"{"quantity":2}"#,
      headers: "traceparent: 00-\(Self.trace)-\(Self.client)-01\r\n"
    )
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    // By then, all spans of both have ended.
    try await other.end()
    try await home.end()

    let spans = tracer.finishedSpans.filter { $0.traceID == Self.trace }
    let path = try XCTUnwrap(
      path(from: Self.client, in: spans),
      "\(spans.map { ($0.operationName, $0.spanID, $0.parentSpanID) })"
    )
    let route = "POST /api/warehouses/{warehouse}/items/{item}/order"
    XCTAssertEqual(
      path.map(\.operationName),
      [route, "forward", route, "Warehouse.Action.requested(…)"]
    )
    XCTAssertEqual(path.map(\.kind).prefix(3), [.server, .client, .server])
    XCTAssertEqual(spans.count, path.count)
  }

  /// The spans under another one, from above, as long as each has one below.
  private func path(from parent: String, in spans: [FinishedInMemorySpan]) -> [FinishedInMemorySpan]? {
    let below = spans.filter { $0.parentSpanID == parent }
    guard below.count <= 1 else { return nil }
    guard let span = below.first else { return [] }
    return path(from: span.spanID, in: spans).map { [span] + $0 }
  }
}
