import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TroupeDurable
import TroupeTesting
import XCTest

@testable import WarehouseServer

final class LimitsTests: XCTestCase {
  private let items = "/api/warehouses/north/items"

  private actor Answer {
    private(set) var text = ""
    func set(_ text: String) { self.text = text }
  }

  /// Sends text to a server, and returns its answers before it closes the connection.
  private func answer(_ limits: Limits = Limits(), to text: String) async throws -> String {
    let (test, answer) = (try await TestServer(limits), Answer())
    try await test.run(.live) { client in
      let connection = try Connection(port: try XCTUnwrap(client.port))
      connection.send(text)
      await answer.set(await connection.read())
    }
    return await answer.text
  }

  func testALargeBodyIsRefused() async throws {
    try await TestServer().run { [items] client in
      try await client.addBolts()
      let order = #"{"quantity":1}"#
      let body = order + String(repeating: " ", count: 64 * 1024 - order.utf8.count)
      let response = try await client.post(items + "/1/order", body)
      XCTAssertEqual(response.status, .ok)
      expect(try await client.post(items + "/1/order", body + " "), .contentTooLarge, "tooLarge")
    }
  }

  func testALongPathIsRefused() async throws {
    try await TestServer().run { client in
      let path = "/" + String(repeating: "a", count: 2_047)
      expect(try await client.get(path), .notFound, "notFound")
      expect(try await client.get(path + "a"), .uriTooLong, "pathTooLong")
    }
  }

  func testLargeHeadersAreRefused() async throws {
    let large = String(repeating: "a", count: 33 * 1024)
    var text = try await answer(to: "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(large)\r\n\r\n")
    XCTAssertTrue(text.hasPrefix("HTTP/1.1 431 "), text)
    XCTAssertTrue(text.contains(#""code":"headersTooLarge""#), text)
    let many = (0..<101).map { "X-\($0): a\r\n" }.joined()
    text = try await answer(to: "GET / HTTP/1.1\r\nHost: localhost\r\n\(many)\r\n")
    XCTAssertTrue(text.hasPrefix("HTTP/1.1 431 "), text)
  }

  func testWhatIsNoRequestIsRefused() async throws {
    let text = try await answer(to: "This is no request.\r\n\r\n")
    XCTAssertTrue(text.hasPrefix("HTTP/1.1 400 "), text)
    XCTAssertTrue(text.contains(#""code":"malformed""#), text)
  }

  func testABodyThatComesTooSlowlyIsRefused() async throws {
    var limits = Limits()
    limits.bodyTime = .milliseconds(50)
    let head = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\n"
    let text = try await answer(limits, to: "POST \(items)/1/order HTTP/1.1\r\n\(head)\r\n{\"quan")
    XCTAssertTrue(text.hasPrefix("HTTP/1.1 408 "), text)
    XCTAssertTrue(text.contains(#""code":"bodyTooSlow""#), text)
  }

  func testHeadersThatComeTooSlowlyEndTheConnection() async throws {
    var limits = Limits()
    limits.idleTime = .milliseconds(50)
    let text = try await answer(limits, to: "GET / HTTP/1.1\r\nHo")
    XCTAssertEqual(text, "")
  }

  func testAClientThatReadsNothingIsClosed() async throws {
    var limits = Limits()
    limits.stalledTime = .milliseconds(50)
    limits.requestsPerSecond = nil
    try await TestServer(limits).run(.live) { client in
      for _ in 0..<200 { try await client.addBolts() }
      // Far more than the system accepts for a client that reads nothing.
      let connection = try Connection(port: try XCTUnwrap(client.port), receiveBuffer: 4_096)
      let request = "GET /warehouses/north?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
      connection.send(String(repeating: request, count: 200))
      await connection.sendUntilClosed()
      let response = try await client.get("/healthz")
      XCTAssertEqual(response.status, .ok)
    }
  }

  func testAClientWithTooManyRequestsIsRefused() async throws {
    var limits = Limits()
    limits.requestsPerSecond = 5
    try await TestServer(limits).run { client in
      var statuses: [HTTPResponse.Status] = []
      for _ in 0..<50 where statuses.last != .tooManyRequests {
        let response = try await client.get("/healthz")
        statuses.append(response.status)
        guard response.status != .ok else { continue }
        expect(response, .tooManyRequests, "tooManyRequests")
        XCTAssertEqual(response.headers[.retryAfter], "1")
      }
      XCTAssertEqual(statuses.prefix(5), [.ok, .ok, .ok, .ok, .ok])
      XCTAssertEqual(statuses.last, .tooManyRequests)
    }
  }

  func testAClientWithTooManyStreamsIsRefused() async throws {
    var limits = Limits()
    limits.streamsPerClient = 2
    limits.requestsPerSecond = nil
    let path = "/api/warehouses/north/events"
    try await TestServer(limits).run(.live) { client in
      let port = try XCTUnwrap(client.port)
      var streams = [try Connection(port: port), try Connection(port: port)]
      for stream in streams {
        stream.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await stream.read(until: "retry:")
      }
      expect(try await client.get(path), .tooManyRequests, "tooManyStreams")
      // A client that has left makes room.
      streams.removeLast()
      while try await client.execute(uri: path, method: .head).status != .ok {}
      withExtendedLifetime(streams) {}
    }
  }

  func testAWarehouseWithTooMuchToDoRefusesMore() async throws {
    var limits = Limits()
    limits.waitingPerWarehouse = 1
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let (released, release) = AsyncStream<Never>.makeStream()
    // The first save creates the warehouse, and the second one opens it.
    let storage = MemoryStorage { call in
      guard call.operation == .save, call.number == 3 else { return .perform }
      return .wait {
        begin.finish()
        for await _ in released {}
      }
    }
    try await TestServer(limits, storage: storage).run { [items] client in
      let draft = #"{"name":"Nuts","status":"outOfStock"}"#
      async let first = client.post(items, draft).status
      for await _ in begun {}
      let response = try await client.post(items, draft)
      expect(response, .serviceUnavailable, "warehouseBusy")
      XCTAssertEqual(response.headers[.retryAfter], "1")
      _ = try await client.execute(uri: "/api/warehouses/south", method: .put)
      var status = try await client.post("/api/warehouses/south/items", draft).status
      XCTAssertEqual(status, .created)
      release.finish()
      status = try await first
      XCTAssertEqual(status, .created)
      status = try await client.post(items, draft).status
      XCTAssertEqual(status, .created)
    }
  }

  func testWithAStorageThatDoesNotAnswerItIsNotReady() async throws {
    let test = try await TestServer()
    try await test.run { client in
      var response = try await client.get("/readyz")
      XCTAssertEqual(response.status, .ok)
      test.storage.isUnavailable = true
      response = try await client.get("/readyz")
      expect(response, .serviceUnavailable, "storageUnavailable")
      XCTAssertEqual(response.headers[.retryAfter], "1")
      response = try await client.get("/healthz")
      XCTAssertEqual(response.status, .ok)
      test.storage.isUnavailable = false
    }
  }

  func testPostsOfOtherSitesAreRefused() async throws {
    try await TestServer().run { client in
      let foreign: [HTTPFields] = [
        [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.origin: "http://evil.example"],
        [.origin: "null"], [.origin: "http://localhost.evil.example"],
        [.secFetchSite: "same-origin", .origin: "http://evil.example"],
      ]
      for headers in foreign {
        expect(try await client.form("/warehouses", "name=south", headers), .forbidden, "crossSite")
      }
      let own: [HTTPFields] = [
        [:], [.secFetchSite: "same-origin"], [.secFetchSite: "none"], [.origin: "http://localhost"],
        [.origin: "https://localhost"],
      ]
      for headers in own {
        let response = try await client.form("/warehouses", "name=south", headers)
        XCTAssertEqual(response.status, .seeOther)
      }
      let response = try await client.get("/", [.secFetchSite: "cross-site"])
      XCTAssertEqual(response.status, .ok)
    }
  }
}
