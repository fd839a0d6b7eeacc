import Foundation
import PostgresTesting
import Synchronization
import TroupeDurable
import TroupePostgres
import XCTest

/// Requests for warehouses whose home is another node.
final class PassingOnTests: XCTestCase {
  private let bolts = #"{"name":"Bolts","status":"inStock","quantity":1000}"#
  private let items = "/api/warehouses/north/items"

  private func database() async throws -> String { try await PostgresServer.shared.value.makeDatabase() }

  private func end(_ programs: Program...) async {
    for program in programs {
      program.signal(SIGTERM)
      let (status, _) = await program.end()
      XCTAssertEqual(status, 0)
    }
  }

  /// Gives the warehouse `north` to a node that isn't running.
  private func node(at address: String, in database: String) async throws -> (PostgresStorage, ClusterNode) {
    let storage = try PostgresStorage(PostgresConfiguration(connection: database))
    let node = ClusterNode(on: storage, address: address, lease: .seconds(3_600))
    try await node.join()
    try await node.open("north") { storage, key in
      let loaded = try await storage.load(key)
      let value = try XCTUnwrap(loaded)
      try await storage.save(
        value.bytes,
        for: key,
        expecting: value.revision,
        as: StorageRevision(),
        wake: nil
      )
    }
    return (storage, node)
  }

  func testAnyNodeAnswersForAllWarehouses() async throws {
    let database = try await database()
    let a = try await Program("--database", database)
    let b = try await Program("--database", database)
    _ = try await a.request("PUT /api/warehouses/north")
    var answer = try await a.request("POST \(items)", bolts)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
    answer = try await b.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    XCTAssertTrue(answer.contains(#""ordered":2"#), answer)
    XCTAssertEqual(answer.matches(of: /(?i)x-request-id:/).count, 1, answer)
    // The home's rejections are passed on, and a page stays a page.
    answer = try await b.request("POST \(items)/1/order", #"{"quantity":5000}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 409 "), answer)
    answer = try await b.request("GET /warehouses/north")
    XCTAssertTrue(answer.contains(#"data-field="quantity">998<"#), answer)
    answer = try await b.request("GET /api/warehouses")
    XCTAssertTrue(answer.hasSuffix(#"{"warehouses":["north"]}"#), answer)

    answer = try await b.request("GET /cluster")
    XCTAssertTrue(answer.contains(#""address":"http://127.0.0.1:\#(b.port)""#), answer)
    XCTAssertTrue(answer.contains(#""isReady":true"#), answer)
    XCTAssertTrue(answer.contains(#""forwarded":3"#), answer)
    XCTAssertTrue(answer.contains(#""keys":1"#), answer)
    answer = try await b.request("GET /metrics")
    XCTAssertTrue(answer.contains("\nwarehouse_cluster_forwarded_total 3\n"), answer)
    // The database was asked once for the warehouse's home.
    XCTAssertTrue(answer.contains("\nwarehouse_cluster_elsewhere_total 1\n"), answer)
    await end(a, b)
  }

  func testEventsComeFromTheHome() async throws {
    let database = try await database()
    let a = try await Program("--database", database)
    let b = try await Program("--database", database, "--streams-per-client", "1")
    _ = try await a.request("PUT /api/warehouses/north")
    _ = try await a.request("POST \(items)", bolts)
    let (stream, second) = (try Connection(port: b.port), try Connection(port: b.port))
    stream.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    _ = await stream.read(until: "retry:")
    second.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let refusal = await second.read()
    XCTAssertTrue(refusal.hasPrefix("HTTP/1.1 429 "), refusal)
    _ = try await a.request("POST \(items)/1/order", #"{"quantity":2}"#)
    let event = await stream.read(until: #""ordered":2"#)
    XCTAssertTrue(event.contains("id: "), event)
    // The home hands the warehouse over: the stream ends, and a client that reconnects has to read again.
    a.signal(SIGTERM)
    let rest = await stream.read()
    XCTAssertTrue(rest.hasSuffix("0\r\n\r\n"), rest)
    _ = await a.end()
    let last = try XCTUnwrap(event.firstMatch(of: /id: (\S+)\n/), event).1
    let again = try Connection(port: b.port)
    again.send(
      "GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: \(last)\r\n\r\n"
    )
    let news = await again.read(until: "event: reload\n")
    XCTAssertTrue(news.contains("event: reload\n"), news)
    again.end()
    let answer = try await b.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.contains(#""ordered":4"#), answer)
    await end(b)
  }

  func testTheIDOfTheRequestAndItsTraceGoAlong() async throws {
    let database = try await database()
    let program = try await Program("--database", database)
    _ = try await program.request("PUT /api/warehouses/north")
    let home = try FakeHome { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    }
    let (storage, node) = try await node(at: "http://127.0.0.1:\(home.port)", in: database)
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let connection = try Connection(port: program.port)
    connection.send(
      """
      POST \(items)/1/order?a=b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-ID: r-7\r\n\
      traceparent: \(trace)\r\nWarehouse-Forwarded: guess\r\nContent-Type: application/json\r\n\
      Content-Length: 14\r\n\r\n{"quantity":2}
      """
    )
    let answer = await connection.read()
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    XCTAssertTrue(answer.hasSuffix("\r\n\r\n{}"), answer)
    let request = try XCTUnwrap(home.requests.first)
    XCTAssertEqual(home.requests.count, 1)
    XCTAssertTrue(request.hasPrefix("POST \(items)/1/order?a=b HTTP/1.1\r\n"), request)
    XCTAssertTrue(request.hasSuffix("\r\n\r\n{\"quantity\":2}"), request)
    let lines = request.lowercased().split(separator: "\r\n")
    XCTAssertEqual(lines.filter { $0.hasPrefix("x-request-id:") }, ["x-request-id: r-7"])
    XCTAssertEqual(lines.filter { $0.hasPrefix("traceparent:") }, ["traceparent: \(trace)"])
    // A client can't claim that its request was forwarded.
    let secrets = lines.filter { $0.hasPrefix("warehouse-forwarded:") }
    XCTAssertEqual(secrets.count, 1)
    XCTAssertNotEqual(secrets, ["warehouse-forwarded: guess"])
    // After the address, this would be a part of the host name.
    let odd = try await program.request("GET m://x:bad\(items)")
    XCTAssertTrue(odd.hasPrefix("HTTP/1.1 400 "), odd)
    XCTAssertEqual(home.requests.count, 1)
    try await node.leave()
    await storage.close()
    await end(program)
  }

  func testWhatIsNotOpenIsHandedOverWhileAnsweringGoesOn() async throws {
    let database = try await database()
    let a = try await Program("--database", database, "--capacity", "1")
    let b = try await Program("--database", database)
    for name in ["north", "south", "west"] {
      _ = try await a.request("PUT /api/warehouses/\(name)")
      _ = try await a.request("POST /api/warehouses/\(name)/items", bolts)
    }
    // A running request delays the server's shutdown.
    let held = try Connection(port: a.port)
    held.send(
      "POST \(items) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    // Connections are assigned to the event loops in turn: when all have answered, the event loop of that
    // request has read it.
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { _ = try await a.request("GET /healthz") }
    a.signal(SIGTERM)
    // Until they are handed over, requests are rejected, or still answered there.
    var (metrics, attempts) = ("", 0)
    while !metrics.contains("\nwarehouse_cluster_open 3\n") {
      attempts += 1
      guard attempts <= 1_000 else { return XCTFail("They aren't handed over. The other node: \(metrics)") }
      for name in ["north", "south", "west"] {
        _ = try await b.request("POST /api/warehouses/\(name)/items/1/order", #"{"quantity":1}"#)
      }
      metrics = try await b.request("GET /metrics")
    }
    held.send(String(repeating: " ", count: 999))
    let last = await held.read(until: "\r\n\r\n")
    XCTAssertTrue(last.hasPrefix("HTTP/1.1 "), "The server had ended before: \(last)")
    XCTAssertFalse(last.hasPrefix("HTTP/1.1 408 "), "The request had to be given up before: \(last)")
    _ = await a.end()
    await end(b)
  }

  func testWhatMayHaveBeenDoneIsNotSentAgain() async throws {
    let database = try await database()
    let program = try await Program("--database", database)
    _ = try await program.request("PUT /api/warehouses/north")
    let home = try FakeHome { _ in nil }
    let (storage, node) = try await node(at: "http://127.0.0.1:\(home.port)", in: database)
    var answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 504 "), answer)
    XCTAssertTrue(answer.contains(#""code":"notAnswered""#), answer)
    XCTAssertNil(answer.firstMatch(of: /(?i)warehouse-refused/), answer)
    XCTAssertEqual(home.requests.count, 1)
    // Nothing was sent: a client may send it again.
    home.end()
    answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
    XCTAssertTrue(answer.contains(#""code":"unreachable""#), answer)
    XCTAssertNotNil(answer.firstMatch(of: /(?i)warehouse-refused: true\r\n/), answer)
    XCTAssertNotNil(answer.firstMatch(of: /(?i)retry-after: 1\r\n/), answer)
    try await node.leave()
    await storage.close()
    await end(program)
  }

  func testWhatTheHomeRefusesIsTriedAgainAndNotForEver() async throws {
    let database = try await database()
    let program = try await Program("--database", database)
    _ = try await program.request("PUT /api/warehouses/north")
    let home = try FakeHome { _ in
      "HTTP/1.1 503 No\r\nWarehouse-Refused: true\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }
    let (storage, node) = try await node(at: "http://127.0.0.1:\(home.port)", in: database)
    let answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
    XCTAssertTrue(answer.contains(#""code":"moving""#), answer)
    XCTAssertEqual(home.requests.count, 3)
    try await node.leave()
    await storage.close()
    await end(program)
  }

  func testAHomeThatIsRememberedMayBeWrong() async throws {
    let database = try await database()
    let program = try await Program("--database", database)
    _ = try await program.request("PUT /api/warehouses/north")
    // It answers a request, rejects the next one, and then doesn't respond.
    let count = Mutex(0)
    let home = try FakeHome { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let end = "Connection: close\r\n\r\n"
      return switch number {
      case 1: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\(end){}"
      case 2...4: "HTTP/1.1 503 No\r\nWarehouse-Refused: true\r\nContent-Length: 0\r\n\(end)"
      default: nil
      }
    }
    let (storage, node) = try await node(at: "http://127.0.0.1:\(home.port)", in: database)
    var answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    // If the remembered home rejects it, the database is asked, which names the same home.
    answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
    XCTAssertTrue(answer.contains(#""code":"moving""#), answer)
    XCTAssertEqual(home.requests.count, 4)
    // A request that may have been carried out isn't sent again.
    answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 504 "), answer)
    XCTAssertEqual(home.requests.count, 5)
    // It isn't remembered any more.
    try await node.leave()
    answer = try await program.request("GET \(items)")
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    XCTAssertEqual(home.requests.count, 5)
    await storage.close()
    await end(program)
  }

  func testTwoNodesThatTakeEachOtherForTheHomeDoNotAskForEver() async throws {
    let database = try await database()
    let program = try await Program("--database", database)
    _ = try await program.request("PUT /api/warehouses/north")
    // The home that the database names is the program itself.
    let (storage, node) = try await node(at: "http://127.0.0.1:\(program.port)", in: database)
    let answer = try await program.request("POST \(items)/1/order", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
    let metrics = try await program.request("GET /metrics")
    XCTAssertTrue(metrics.contains("\nwarehouse_cluster_forwarded_total 3\n"), metrics)
    try await node.leave()
    await storage.close()
    await end(program)
  }

  func testAClientIsSentToTheHomeIfThatIsWanted() async throws {
    let database = try await database()
    let a = try await Program("--database", database)
    let b = try await Program("--database", database, "--redirect")
    _ = try await a.request("PUT /api/warehouses/north")
    _ = try await a.request("POST \(items)", bolts)
    let answer = try await b.request("POST \(items)/1/order?x=1", #"{"quantity":2}"#)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 307 "), answer)
    let location = answer.firstMatch(of: /(?i)location: (.*)\r\n/)?.1
    XCTAssertEqual(location, "http://127.0.0.1:\(a.port)\(items)/1/order?x=1")
    // After the address, this would be a part of the host name.
    let odd = try await b.request("GET m://x:bad\(items)")
    XCTAssertTrue(odd.hasPrefix("HTTP/1.1 400 "), odd)
    await end(a, b)
  }
}
