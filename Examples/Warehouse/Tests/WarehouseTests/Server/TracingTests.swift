import InMemoryTracing
import Tracing
import XCTest

@testable import WarehouseServer

final class TracingTests: XCTestCase {
  func testARequestItsActionsAndItsEffectAreOneTrace() async throws {
    let tracer = TestTracer.shared
    let test = try await TestServer()
    try await test.run { client in
      try await client.addBolts()
      let lease = try await client.lease(of: 1)
      tracer.clear()
      _ = try await client.post("/api/warehouses/north/items/1/cancel", #"{"lease":"\#(lease)"}"#)
    }
    let spans = tracer.finishedSpans
    let request = try XCTUnwrap(spans.first { $0.operationName.hasPrefix("POST") })
    XCTAssertEqual(request.operationName, "POST /api/warehouses/{warehouse}/items/{item}/cancel")
    let trace = spans.filter { $0.traceID == request.traceID }.map(\.operationName)
    XCTAssertTrue(trace.contains("Warehouse.Action.requested(…)"), "\(trace)")
    XCTAssertTrue(trace.contains("close"), "\(trace)")
    XCTAssertEqual(request.attributes.get("http.response.status_code"), .int64(200))
  }
}
