import BrowserTesting
import Foundation
import WarehouseFeature
import XCTest

/// The program with real signals.
final class ProcessTests: XCTestCase {
  private let folder = TestFolder()
  private let bolts = #"{"name":"Bolts","status":"inStock","quantity":1000000}"#
  private let items = "/api/warehouses/north/items"

  override func tearDown() { folder.remove() }

  private func makeNorth(_ program: Program) async throws {
    var answer = try await program.request("PUT /api/warehouses/north")
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
    answer = try await program.request("POST \(items)", bolts)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
  }

  func testASignalEndsItInAnOrderlyWay() async throws {
    for signal in [SIGTERM, SIGINT] {
      let program = try await Program("--in-memory")
      try await makeNorth(program)
      // A stream, and a connection that waits for its next request.
      let (stream, idle) = (try Connection(port: program.port), try Connection(port: program.port))
      stream.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = await stream.read(until: "retry:")
      idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = await idle.read(until: "ok\n")
      program.signal(signal)
      // The last chunk of the stream, and not just the end of the connection.
      let end = await stream.read()
      XCTAssertTrue(end.hasSuffix("0\r\n\r\n"), end.debugDescription)
      _ = await idle.read()
      let (status, isKilled) = await program.end()
      XCTAssertEqual(status, 0)
      XCTAssertFalse(isKilled)
      XCTAssertThrowsError(try Connection(port: program.port))
    }
  }

  func testARequestThatHasBegunIsAnsweredAfterTheSignal() async throws {
    let program = try await Program("--database", folder.path)
    try await makeNorth(program)
    let (client, idle) = (try Connection(port: program.port), try Connection(port: program.port))
    idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = await idle.read(until: "ok\n")
    let order = #"{"quantity":1}"#
    client.send("POST \(items)/1/order HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
    client.send("Content-Length: \(order.utf8.count)\r\nExpect: 100-continue\r\n\r\n{")
    _ = try await program.request("GET /healthz")
    program.signal(SIGTERM)
    // The other connection is closed: the server has begun to shut down.
    _ = await idle.read()
    client.send(String(order.dropFirst()))
    let answer = await client.read()
    XCTAssertTrue(answer.contains("HTTP/1.1 200 "), answer)
    XCTAssertTrue(answer.contains(#""ordered":1"#), answer)
    let end = await program.end()
    XCTAssertEqual(end.status, 0)
    let again = try await Program("--database", folder.path)
    let item = try await again.request("GET \(items)/1")
    XCTAssertTrue(item.contains(#""ordered":1"#), item)
    again.signal(SIGTERM)
    _ = await again.end()
  }

  func testAClientThatReadsNothingDoesNotHoldItUp() async throws {
    // Far longer than a test may take.
    let program = try await Program("--in-memory", "--grace", "3600", "--requests-per-second", "0")
    try await makeNorth(program)
    let client = try Connection(port: program.port, receiveBuffer: 4_096)
    client.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = await client.read(until: "retry:")
    let pages = try Connection(port: program.port, receiveBuffer: 4_096)
    let page = "GET /warehouses/north HTTP/1.1\r\nHost: localhost\r\n\r\n"
    pages.send(String(repeating: page, count: 2_000))
    for _ in 0..<500 { _ = try await program.request("POST \(items)/1/order", #"{"quantity":1}"#) }
    program.signal(SIGTERM)
    let end = await program.end()
    XCTAssertEqual(end.status, 0)
    withExtendedLifetime((client, pages)) {}
  }

  func testALeaseGoesOnAfterAKill() async throws {
    let first = try await Program("--database", folder.path)
    try await makeNorth(first)
    let edit = try await first.request("POST \(items)/1/edit")
    let lease = try XCTUnwrap(edit.firstMatch(of: /"lease":"([^"]+)"/), edit).1
    first.signal(SIGKILL)
    _ = await first.end()
    let second = try await Program("--database", folder.path)
    let again = try await second.request("POST \(items)/1/edit")
    XCTAssertTrue(again.hasPrefix("HTTP/1.1 409 "), again)
    let save = try await second.request(
      "POST \(items)/1/save",
      #"{"lease":"\#(lease)","name":"Nuts","status":"outOfStock"}"#
    )
    XCTAssertTrue(save.hasPrefix("HTTP/1.1 200 "), save)
    second.signal(SIGTERM)
    _ = await second.end()
  }
}
