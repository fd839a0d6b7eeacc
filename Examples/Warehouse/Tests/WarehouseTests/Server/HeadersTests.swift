import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import XCTest

@testable import WarehouseServer

/// The headers of every answer, of the routes and of the parser alike.
final class HeadersTests: XCTestCase {
  private static let common = [
    "x-request-id", "content-security-policy", "x-content-type-options", "referrer-policy", "cache-control",
  ]

  /// A server and its log, and how many requests it has answered with a status.
  private func observed(_ limits: Limits = Limits()) async throws -> (
    test: TestServer, log: InMemoryLogHandler
  ) {
    let log = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in log }
    logger.logLevel = .info
    return (try await TestServer(limits, logger: logger), log)
  }

  private static func check(_ names: [String], _ name: String, line: UInt = #line) {
    let names = names.map { $0.lowercased() }
    for field in common {
      XCTAssertEqual(names.filter { $0 == field }.count, 1, "\(name): \(field) of \(names)", line: line)
    }
  }

  func testAllRoutesAndTheirProblemsHaveThem() async throws {
    var limits = Limits()
    limits.requestsPerSecond = nil
    let (test, log) = try await observed(limits)
    try await test.run { client in
      try await client.addBolts()
      var count = 1
      for route in test.server.routes where !route.path.hasSuffix("/events") {
        let path = route.path.replacing("{warehouse}", with: "north").replacing("{item}", with: "1")
        let others = [
          path.replacing("north", with: "None"), path + "/", path + "?limit=x&status=x", path + "/none",
        ]
        for uri in [path] + others {
          for method in [route.method, .head, .delete] {
            for accept in ["*/*", "text/html"] {
              let headers: HTTPFields = [.accept: accept]
              let response = try await client.execute(uri: uri, method: method, headers: headers)
              count += 1
              XCTAssertLessThan(response.status.code, 500, "\(method) \(uri)")
              Self.check(response.headers.map(\.name.rawName), "\(method) \(uri)")
            }
          }
        }
      }
      XCTAssertGreaterThan(count, 500)
      XCTAssertEqual(log.entries.filter { $0.message == "Request" }.count, count)
    }
  }

  func testProblemsOfTheConnectionHaveThem() async throws {
    var limits = Limits()
    limits.bodyTime = .milliseconds(50)
    let (test, log) = try await observed(limits)
    let (host, large) = ("Host: localhost\r\n", String(repeating: "a", count: 33 * 1_024))
    let requests = [
      ("Nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 421),
      ("GET / HTTP/1.1\r\n\(host)X: \(large)\r\n\r\n", 431), ("GET / HTTP/3.0\r\n\(host)\r\n", 505),
      ("GET / HTTP/2.0\r\n\(host)\r\n", 505),
      ("GET / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\n\(host)Content-Length: 99999999\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\n\(host)Expect: x\r\n\r\n", 417),
      (
        "POST /warehouses HTTP/1.1\r\n\(host)Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nn",
        408
      ),
      (
        "POST /warehouses HTTP/1.1\r\n\(host)Content-Type: application/x-www-form-urlencoded\r\n"
          + "Transfer-Encoding: chunked\r\n\r\nx\r\n",
        400
      ),
    ]
    try await test.run(.live) { client in
      for (text, status) in requests {
        for old in [false, true] {
          let connection = try Connection(port: try XCTUnwrap(client.port))
          connection.send(text)
          if old { connection.endSending() }
          let answer = await connection.read()
          let name = text.prefix(60).debugDescription
          // A body that breaks off isn't a body that arrives too slowly.
          let isExpected = answer.hasPrefix("HTTP/1.1 \(status) ") || old && answer.hasPrefix("HTTP/1.1 400 ")
          XCTAssertTrue(isExpected, "\(name): \(answer)")
          let head = answer.prefix(upTo: answer.firstRange(of: "\r\n\r\n")?.lowerBound ?? answer.endIndex)
          let fields = head.split(separator: "\r\n").dropFirst().map { String($0.prefix { $0 != ":" }) }
          Self.check(fields, name)
          XCTAssertEqual(answer.ranges(of: "HTTP/1.1 ").count, 1, "\(name): \(answer)")
        }
      }
      let lines = log.entries.filter { $0.message == "Request" }
      XCTAssertEqual(lines.count, 2 * requests.count)
      let metrics = try await client.get("/metrics").text
      for status in [400, 413, 417, 421, 431, 501, 505] {
        XCTAssertNotNil(
          metrics.firstMatch(
            of: try Regex("http_server_request_duration_seconds_count[^\n]*status=\"\(status)\"")
          ),
          "\(status)"
        )
      }
    }
  }

  func testABodyThatNobodyReadsIsAnsweredOnce() async throws {
    try await TestServer().run(.live) { client in
      let connection = try Connection(port: try XCTUnwrap(client.port))
      connection.send(
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\r\n"
      )
      let answer = await connection.read()
      XCTAssertEqual(answer.ranges(of: "HTTP/1.1 ").count, 1, answer)
    }
  }

  func testNoCacheKeepsALease() async throws {
    try await TestServer().run { client in
      try await client.addBolts()
      try await client.addBolts()
      let edit = try await client.execute(uri: "/api/warehouses/north/items/1/edit", method: .post)
      XCTAssertEqual(edit.headers[.cacheControl], "no-store")
      let page = try await client.form("/warehouses/north/items/2/edit", "")
      XCTAssertEqual(page.headers[.cacheControl], "no-store")
      let location = try XCTUnwrap(page.headers[.location])
      let fields = try await client.get(location)
      XCTAssertEqual(fields.status, .ok)
      XCTAssertEqual(fields.headers[.cacheControl], "no-store")
      let style = try await client.get("/page.css")
      XCTAssertEqual(style.headers[.cacheControl], "max-age=60")
    }
  }
}
