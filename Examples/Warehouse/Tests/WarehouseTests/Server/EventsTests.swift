import HTTPTypes
import HummingbirdTesting
import XCTest

@testable import WarehouseServer

/// The event streams, over real connections.
final class EventsTests: XCTestCase {
  private let path = "/api/warehouses/north/events"

  private static func open(_ port: Int?, _ path: String, _ headers: String = "") async throws -> Connection {
    let stream = try Connection(port: try XCTUnwrap(port))
    stream.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    return stream
  }

  /// The ids and data of events.
  private static func events(_ text: String) -> [String] {
    text.matches(of: /id: \w+\.(\d+)\ndata: \{[^\n]*"ordered":(\d+)[^\n]*\n/).map { "\($0.1): \($0.2)" }
  }

  func testAllWhoLookAreToldOfEachChange() async throws {
    try await TestServer().run(.live) { [path] client in
      let streams = [try await Self.open(client.port, path), try await Self.open(client.port, path)]
      for stream in streams { _ = await stream.read(until: "retry: 1000\n\n") }
      try await client.addBolts()
      // A repeated request is answered, and changes nothing.
      for order in [#"{"quantity":2,"key":"a"}"#, #"{"quantity":2,"key":"a"}"#, #"{"quantity":1}"#] {
        _ = try await client.post("/api/warehouses/north/items/1/order", order)
      }
      for stream in streams {
        let text = await stream.read(until: #""ordered":3"#)
        XCTAssertEqual(Self.events(text), ["1: 0", "2: 2", "3: 3"], text)
        XCTAssertFalse(text.contains("reload"), text)
      }
    }
  }

  func testWhoComesBackGetsWhatHeHasMissed() async throws {
    try await TestServer().run(.live) { [path] client in
      try await client.addBolts()
      for _ in 0..<3 { _ = try await client.post("/api/warehouses/north/items/1/order", #"{"quantity":1}"#) }
      let page = try await client.get("/warehouses/north").text
      let position = try XCTUnwrap(page.firstMatch(of: /after=(\w+)\.(\d+)"/))
      XCTAssertEqual(position.2, "4")
      let epoch = position.1
      var text = try await Self.open(client.port, path, "Last-Event-ID: \(epoch).2\r\n").read(
        until: #""ordered":3"#
      )
      XCTAssertEqual(Self.events(text), ["3: 2", "4: 3"], text)
      text = try await Self.open(client.port, path + "?after=\(epoch).3").read(until: #""ordered":3"#)
      XCTAssertEqual(Self.events(text), ["4: 3"], text)
      // The header is newer than the query, which is the page's.
      text = try await Self.open(client.port, path + "?after=\(epoch).1", "Last-Event-ID: \(epoch).3\r\n")
        .read(until: #""ordered":3"#)
      XCTAssertEqual(Self.events(text), ["4: 3"], text)
    }
  }

  func testWhoseEventsAreGoneIsToldToReload() async throws {
    try await TestServer().run(.live) { [path] client in
      try await client.addBolts(1_000_000)
      let page = try await client.get("/warehouses/north").text
      let epoch = try XCTUnwrap(page.firstMatch(of: /after=(\w+)\.1"/)).1
      for id in ["0000000000000001.1", "\(epoch).2", "x", ""] {
        let stream = try await Self.open(client.port, path, "Last-Event-ID: \(id)\r\n")
        let text = await stream.read(until: "\r\n0\r\n\r\n")
        XCTAssertTrue(text.contains("event: reload\n"), text)
        stream.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = await stream.read(until: "\r\n\r\n")
        XCTAssertTrue(answer.contains(" 200 OK"), "The connection can be used again: \(answer)")
      }
    }
  }

  func testWhoReadsTooLateGetsEachEventUntilHeIsToldToReload() async throws {
    var limits = Limits()
    limits.requestsPerSecond = nil
    try await TestServer(limits).run(.live) { [path] client in
      let stream = try Connection(port: try XCTUnwrap(client.port), receiveBuffer: 4_096)
      stream.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = await stream.read(until: "retry: 1000\n\n")
      let name = String(repeating: "📦", count: 80)
      let draft = #"{"name":"\#(name)","status":"inStock","quantity":1000000}"#
      _ = try await client.post("/api/warehouses/north/items", draft)
      for _ in 0..<1_700 {
        _ = try await client.post("/api/warehouses/north/items/1/order", #"{"quantity":1}"#)
      }
      let text = await stream.read(until: "\r\n0\r\n\r\n")
      let numbers = Self.events(text).map { $0.prefix { $0 != ":" } }
      XCTAssertEqual(numbers, (1...max(1, numbers.count)).map { "\($0)"[...] })
      XCTAssertTrue(text.hasSuffix("event: reload\ndata:\n\n\r\n0\r\n\r\n"), "\(text.suffix(100))")
      // The others weren't kept for this client.
      XCTAssertLessThan(numbers.count, 250)
    }
  }

  func testAStreamIsEscaped() async throws {
    try await TestServer().run(.live) { [path] client in
      let stream = try await Self.open(client.port, path)
      _ = await stream.read(until: "retry:")
      let draft = #"{"name":"a\u2028b\"","status":"outOfStock"}"#
      _ = try await client.post("/api/warehouses/north/items", draft)
      let text = await stream.read(until: "\n\n\r\n")
      XCTAssertEqual(text.ranges(of: "data:").count, 1, text)
    }
  }

  func testAClientThatLeavesBeforeTheStreamBeginsHasLeft() async throws {
    var limits = Limits()
    limits.heartbeatTime = .milliseconds(20)
    try await TestServer(limits).run(.live) { [path] client in
      let stream = try await Self.open(client.port, path)
      stream.endSending()
      let text = await stream.read(until: ":\n\n\r\n")
      XCTAssertFalse(text.contains(":\n\n"), "The stream continues: \(text)")
    }
  }

  func testAStreamHasAHeartbeat() async throws {
    var limits = Limits()
    limits.heartbeatTime = .milliseconds(20)
    try await TestServer(limits).run(.live) { [path] client in
      let stream = try await Self.open(client.port, path)
      let text = await stream.read(until: ":\n\n\r\n")
      XCTAssertTrue(text.contains(":\n\n"), text)
    }
  }
}
