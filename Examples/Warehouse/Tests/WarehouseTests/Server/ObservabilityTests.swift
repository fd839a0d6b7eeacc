import CoreMetrics
import HTTPTypes
import HummingbirdTesting
import InMemoryLogging
import Logging
import XCTest

@testable import WarehouseServer

/// What the server's operator can see.
final class ObservabilityTests: XCTestCase {
  private func observed(_ log: InMemoryLogHandler) async throws -> TestServer {
    var logger = Logger(label: "test") { _ in log }
    logger.logLevel = .trace
    return try await TestServer(logger: logger)
  }

  func testTheIDOfARequestLeadsToItsEffect() async throws {
    let log = InMemoryLogHandler()
    try await observed(log).run { client in
      try await client.addBolts()
      let lease = try await client.lease(of: 1)
      let response = try await client.post(
        "/api/warehouses/north/items/1/cancel",
        #"{"lease":"\#(lease)"}"#,
        [.requestID: "r-42"]
      )
      XCTAssertEqual(response.headers[.requestID], "r-42")
    }
    let lines = log.entries.filter { $0.metadata["request.id"] == "r-42" }
    XCTAssertTrue(lines.contains { $0.message == "Request" && $0.metadata["http.status"] == "200" })
    let effects = lines.filter { $0.message == "Effect began" }.map { $0.metadata["troupe.effect"] }
    XCTAssertEqual(effects, ["close"])
  }

  func testAnIDThatIsNoneIsReplaced() async throws {
    try await TestServer().run { client in
      for id in ["", "a b", "a\u{e9}", String(repeating: "a", count: 65)] {
        let response = try await client.get("/healthz", [.requestID: id])
        XCTAssertEqual(response.headers[.requestID]?.count, 32, id)
      }
    }
  }

  func testAClientThatLeavesInTheMiddleOfABodyIsNoErrorOfTheServer() async throws {
    let log = InMemoryLogHandler()
    try await observed(log).run(.live) { client in
      let connection = try Connection(port: try XCTUnwrap(client.port))
      connection.send(
        """
        POST /api/warehouses/north/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 1000\r\n\r\n{
        """
      )
      connection.endSending()
      _ = await connection.read()
    }
    XCTAssertEqual(log.entries.filter { $0.level >= .error }.map(\.message), [])
    let requests = log.entries.filter { $0.message == "Request" }
    XCTAssertEqual(requests.map { $0.metadata["http.status"] }, ["400"])
  }

  func testNothingThatAClientHasSentIsLoggedOrCounted() async throws {
    let log = InMemoryLogHandler()
    let test = try await observed(log)
    try await test.run { client in
      let items = "/api/warehouses/north/items"
      let draft = #""name":"secret","status":"inStock","quantity":123457"#
      _ = try await client.post(items, "{\(draft)}")
      _ = try await client.post(items + "/1/order", #"{"quantity":123456,"key":"secret"}"#)
      let lease = try await client.lease(of: 1)
      _ = try await client.post(items + "/1/save", #"{"lease":"secret",\#(draft)}"#)
      _ = try await client.post(items + "/1/save", #"{"lease":"\#(lease)",\#(draft)}"#)
      _ = try await client.post(items, #"{"name":"secret","status":"secret"}"#)
      for path in ["/secret", "/api/warehouses/secret/items", items + "?q=secret", "/?secret"] {
        _ = try await client.get(path, [.cookie: "secret"])
      }
      let metrics = try await client.get("/metrics").text
      let lines = log.entries.map { "\($0.message) \($0.metadata)" } + [metrics]
      for text in lines {
        for secret in ["secret", lease] { XCTAssertFalse(text.contains(secret), text) }
        // Times have many digits.
        XCTAssertFalse(text.contains(/\b12345[67]\b/), text)
      }
      XCTAssertGreaterThan(lines.count, 30)
    }
  }

  func testMetricsAreTextForPrometheus() async throws {
    try await TestServer().run { client in
      try await client.addBolts()
      let response = try await client.get("/metrics")
      XCTAssertEqual(response.headers[.contentType], "text/plain; version=0.0.4; charset=utf-8")
      for line in [
        "# TYPE troupe_turns_total counter\ntroupe_turns_total{store=\"warehouse\"} 1.0\n",
        "# TYPE troupe_unsaved_turns gauge\ntroupe_unsaved_turns{store=\"warehouse\"} 0.0\n",
        """
        http_server_request_duration_seconds_count{method="POST",route="/api/warehouses/{warehouse}/items",status="201"} 1\n
        """,
      ] {
        XCTAssertTrue(response.text.contains(line), response.text)
      }
      let isLine = /# TYPE \w+ (counter|gauge|summary)|\w+(\{(\w+="(\\.|[^"\\])*",?)+\})? [-0-9.e]+/
      for line in response.text.split(separator: "\n") {
        XCTAssertNotNil(line.wholeMatch(of: isLine), String(line))
      }
    }
  }

  func testLabelsOfMetricsAreEscaped() {
    let metrics = PrometheusMetrics()
    metrics.makeCounter(label: "a.b", dimensions: [("c-d", "\"\\\n")]).increment(by: 2)
    XCTAssertEqual(metrics.text, "# TYPE a_b_total counter\na_b_total{c_d=\"\\\"\\\\\\n\"} 2.0\n")
  }
}
