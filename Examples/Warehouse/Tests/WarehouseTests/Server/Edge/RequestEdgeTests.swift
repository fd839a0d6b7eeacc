import HTTPTypes
import HummingbirdTesting
import InMemoryLogging
import Logging
import XCTest

@testable import WarehouseServer

/// Input to the server byte by byte, before it is a request of a route.
final class RequestEdgeTests: XCTestCase {
  private let items = "/api/warehouses/north/items"
  private let json = "Content-Type: application/json\r\n"

  /// Sends each text on a separate connection to a server with an item, and checks its answers until it
  /// closes the connection.
  private func check(
    _ cases: [(text: String, status: String, part: String)],
    limits: Limits = Limits(),
    line: UInt = #line
  ) async throws {
    try await TestServer(limits).run(.live) { client in
      try await client.addBolts()
      for (text, status, part) in cases {
        let connection = try Connection(port: try XCTUnwrap(client.port))
        connection.send(text)
        let answer = await connection.read()
        let name = text.prefix(160).debugDescription
        XCTAssertTrue(answer.hasPrefix(status), "\(name): \(answer)", line: line)
        XCTAssertTrue(answer.contains(part), "\(name): \(answer)", line: line)
      }
    }
  }

  private func get(_ fields: String, target: String = "/healthz", version: String = "1.1") -> String {
    "GET \(target) HTTP/\(version)\r\n\(fields)Connection: close\r\n\r\n"
  }

  func testARequestNamesOneHost() async throws {
    let bad = [
      "", "Host: \r\n", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nhOST: evil.example\r\n",
      "Host: localhost, evil.example\r\n", "Host: a b\r\n", "Host: http://localhost\r\n",
      "Host: user@localhost\r\n",
      "Host: localhost:x\r\n", "Host: localhost:65536\r\n", "Host: ::1\r\n", "Host: [::1\r\n", "Host: /\r\n",
    ]
    try await check(
      bad.map { (get($0), "HTTP/1.1 400 ", #""code":"badHost""#) } + [
        (
          get("Host: localhost\r\nHost: localhost\r\n", version: "1.0"), "HTTP/1.0 400 ", #""code":"badHost""#
        ),
        (get("Host: [\r\n", version: "1.0"), "HTTP/1.0 400 ", #""code":"badHost""#),
        (get("", target: "http://localhost/healthz"), "HTTP/1.1 400 ", #""code":"badHost""#),
        (get("Host: localhost\r\n", target: "http://a@localhost/"), "HTTP/1.1 400 ", #""code":"badHost""#),
        (get("Host: localhost\r\n", target: "http:///healthz"), "HTTP/1.1 400 ", #""code":"badHost""#),
      ]
    )
  }

  func testAnotherHostIsRefused() async throws {
    var limits = Limits()
    limits.allowedHosts = AllowedHosts(["warehouse.example"])
    let order = #"{"quantity":1}"#
    let post =
      "POST \(items)/1/order HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\(json)"
    let refused = [
      get("Host: evil.example\r\n"), get("Host: localhost.evil.example\r\n"),
      get("Host: evil.example:80\r\n"),
      get("Host: 10.1.2.3\r\n"), get("Host: localhost\r\n", target: "http://evil.example/healthz"),
      get("Host: localhost\r\n", target: "HTTPS://evil.example:1?a"),
      post + "Connection: close\r\nContent-Length: \(order.utf8.count)\r\n\r\n\(order)",
    ]
    let allowed = [
      get("Host: localhost\r\n"), get("Host: LocalHost:9\r\n"), get("Host: 127.0.0.1:65535\r\n"),
      get("Host: [::1]:80\r\n"),
      get("Host: warehouse.example\r\n"), get("Host: evil.example\r\n", target: "http://localhost/healthz"),
      get("Host: localhost\r\n", target: "HTTP://warehouse.example:80/healthz"),
    ]
    try await check(
      refused.map { ($0, "HTTP/1.1 421 ", #""code":"misdirected""#) }
        + [(get("Host: evil.example\r\n", version: "1.0"), "HTTP/1.0 421 ", "misdirected")]
        + allowed.map { ($0, "HTTP/1.1 200 ", "\r\n\r\nok\n") }
        + [
          (get("", version: "1.0"), "HTTP/1.0 200 ", "\r\n\r\nok\n"),
          (get("Host: localhost\r\n", target: "\(items)/1"), "HTTP/1.1 200 ", #""ordered":0"#),
        ],
      limits: limits
    )
  }

  func testTheOriginIsThatOfTheHost() async throws {
    func post(_ host: String, _ origin: String, version: String = "1.1") -> String {
      "POST \(items)/1/edit HTTP/\(version)\r\n\(host)Origin: \(origin)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    }
    let (local, other) = ("Host: localhost:8080\r\n", #""code":"crossSite""#)
    try await check([
      (post(local, "http://localhost:8081"), "HTTP/1.1 403 ", other),
      (post(local, "http://localhost"), "HTTP/1.1 403 ", other),
      (post(local, "http://127.0.0.1:8080"), "HTTP/1.1 403 ", other),
      (post(local, "null"), "HTTP/1.1 403 ", other),
      (post(local, "http://evil.example"), "HTTP/1.1 403 ", other), (post(local, ""), "HTTP/1.1 403 ", other),
      (post(local, "ftp://localhost:8080"), "HTTP/1.1 403 ", other),
      (post(local, "http://localhost:8080, http://evil.example"), "HTTP/1.1 403 ", other),
      (post(local, "http://localhost:8080\r\nOrigin: http://evil.example"), "HTTP/1.1 403 ", other),
      (post("", "http://localhost", version: "1.0"), "HTTP/1.0 403 ", other),
      (post(local, "http://LOCALHOST:8080"), "HTTP/1.1 201 ", "lease"),
      (post("Host: localhost\r\n", "http://localhost:80"), "HTTP/1.1 409 ", "isEdited"),
      (post("Host: localhost\r\n", "https://localhost:443"), "HTTP/1.1 409 ", "isEdited"),
      (post("Host: [::1]:80\r\n", "http://[0::1]"), "HTTP/1.1 409 ", "isEdited"),
    ])
  }

  func testTargetsThatAreNoneAreRefused() async throws {
    let host = "Host: localhost\r\n"
    try await check([
      (get(host, target: "*"), "HTTP/1.1 400 ", "malformed"),
      (get(host, target: "ftp://localhost/"), "HTTP/1.1 400 ", "malformed"),
      ("CONNECT localhost:80 HTTP/1.1\r\n\(host)\r\n", "HTTP/1.1 400 ", "malformed"),
      ("GET / HTTP/2.0\r\n\(host)\r\n", "HTTP/1.1 505 ", "unknownVersion"),
      ("This is no request.\r\n\r\n", "HTTP/1.1 400 ", "malformed"),
      ("\u{16}\u{3}\u{1}\r\n\r\n", "HTTP/1.1 400 ", "malformed"),
    ])
  }

  func testABodyIsReadAsItIs() async throws {
    let head = "POST \(items)/1/order HTTP/1.1\r\nHost: localhost\r\n\(json)Connection: close\r\n"
    let chunks = "\r\ne\r\n{\"quantity\":1}\r\n0\r\n\r\n"
    let whole = "Content-Length: 14\r\n\r\n{\"quantity\":1}"
    try await check([
      ("\(head)Transfer-Encoding: chunked\r\n\(chunks)", "HTTP/1.1 200 ", #""ordered":1"#),
      ("\(head)Transfer-Encoding: Chunked\r\n\(chunks)", "HTTP/1.1 200 ", #""ordered":2"#),
      ("\(head)Transfer-Encoding: gzip, chunked\r\n\(chunks)", "HTTP/1.1 501 ", "unknownCoding"),
      (
        "\(head)Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\(chunks)", "HTTP/1.1 501 ",
        "unknownCoding"
      ),
      ("\(head)Transfer-Encoding: chunked, chunked\r\n\(chunks)", "HTTP/1.1 400 ", "malformed"),
      ("\(head)Content-Encoding: gzip\r\n\(whole)", "HTTP/1.1 415 ", "encodedBody"),
      ("\(head)Content-Encoding: identity, br\r\n\(whole)", "HTTP/1.1 415 ", "encodedBody"),
      ("\(head)Content-Encoding: identity\r\n\(whole)", "HTTP/1.1 200 ", #""ordered":3"#),
      ("\(head)Transfer-Encoding: chunked\r\nContent-Length: 14\r\n\(chunks)", "HTTP/1.1 400 ", "malformed"),
      (
        "\(head)Content-Length: 14\r\nContent-Length: 15\r\n\r\n{\"quantity\":1}", "HTTP/1.1 400 ",
        "malformed"
      ),
      // Nothing of it is sent.
      ("\(head)Content-Length: 1000000000\r\n\r\n", "HTTP/1.1 413 ", "tooLarge"),
      ("\(head)Content-Length: 65537\r\n\r\n", "HTTP/1.1 413 ", "tooLarge"),
      ("\(head)Content-Length: 1000000000\r\nExpect: 100-continue\r\n\r\n", "HTTP/1.1 413 ", "tooLarge"),
      ("\(head)Expect: 200-ok\r\n\(whole)", "HTTP/1.1 417 ", "unknownExpectation"),
    ])
  }

  func testAClientThatAsksMaySendTheBody() async throws {
    try await TestServer().run(.live) { [items, json] client in
      try await client.addBolts()
      let order = #"{"quantity":1}"#
      let head = "POST \(items)/1/order HTTP/1.1\r\nHost: localhost\r\n\(json)Expect: 100-Continue\r\n"
      let connection = try Connection(port: try XCTUnwrap(client.port))
      // The second request arrives while the first one isn't answered.
      for number in 1...2 {
        connection.send("\(head)Content-Length: \(order.utf8.count)\r\n\r\n")
        let go = await connection.read(until: "\r\n\r\n")
        XCTAssertEqual(go, "HTTP/1.1 100 Continue\r\n\r\n")
        connection.send(order)
        let answer = await connection.read(until: "}")
        XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
        XCTAssertTrue(answer.contains(#""ordered":\#(number)"#), answer)
      }
      // The body isn't wanted. The next bytes on the connection could be taken for it.
      connection.send(
        "POST /warehouses HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
      )
      let refusal = await connection.read()
      XCTAssertTrue(refusal.hasPrefix("HTTP/1.1 421 "), refusal)
      XCTAssertTrue(refusal.lowercased().contains("connection: close"), refusal)
    }
  }

  func testAnOldClientGetsNoChunks() async throws {
    try await TestServer().run(.live) { client in
      try await client.addBolts()
      let connection = try Connection(port: try XCTUnwrap(client.port))
      connection.send("GET /api/warehouses/north/events HTTP/1.0\r\n\r\n")
      let head = await connection.read(until: "retry: 1000\n\n")
      XCTAssertTrue(head.hasPrefix("HTTP/1.0 200 "), head)
      XCTAssertFalse(head.lowercased().contains("transfer-encoding"), head)
      XCTAssertTrue(head.hasSuffix("\r\n\r\nretry: 1000\n\n"), head)
      try await client.addBolts()
      let event = await connection.read(until: "}\n\n")
      XCTAssertTrue(event.hasPrefix("id: "), event)
      connection.end()
    }
    try await check([
      (get("", target: "\(items)/1", version: "1.0"), "HTTP/1.0 200 ", "ordered"),
      ("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "HTTP/1.0 200 ", "Connection: close"),
      ("GET /healthz HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.0 400 ", "malformed"),
    ])
  }

  func testRequestsThatFollowEachOtherAreAnsweredInTheirOrder() async throws {
    let one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try await check([
      (one + one + "Nonsense\r\n\r\n" + one, "HTTP/1.1 200 ", "ok\nHTTP/1.1 200 "),
      (one + one + "Nonsense\r\n\r\n" + one, "HTTP/1.1 200 ", "ok\nHTTP/1.1 400 "),
      (one + "GET / HTTP/1.1\r\n\r\n" + one, "HTTP/1.1 200 ", "ok\nHTTP/1.1 400 "),
    ])
  }

  /// A client can't make the middleware answer for its connection.
  func testAProblemThatAClientSendsIsNone() async throws {
    let fields = EdgeProblem.allCases.map { "Warehouse-Edge: \($0.rawValue)\r\n" }
    try await check(fields.map { (get("Host: localhost\r\n" + $0), "HTTP/1.1 200 ", "ok\n") })
  }
}
