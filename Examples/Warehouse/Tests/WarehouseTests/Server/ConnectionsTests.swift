import HTTPTypes
import HummingbirdTesting
import InMemoryLogging
import Logging
import XCTest

@testable import WarehouseServer

final class ConnectionsTests: XCTestCase {
  private typealias Place = Connections.Place

  private let handler = InMemoryLogHandler()
  private let closed = NameLog()
  private var logger: Logger { Logger(label: "test") { [handler] _ in handler } }

  private func connections(ofClient: Int? = nil, ofAll: Int = 1_000) -> Connections {
    var limits = Limits()
    (limits.connectionsPerClient, limits.connections) = (ofClient, ofAll)
    return Connections(limits)
  }

  /// Adds a connection that logs its name when it is closed.
  private func add(
    _ name: String,
    _ address: String,
    to connections: Connections
  ) -> (place: Place?, problem: EdgeProblem?) {
    let admission = connections.add(address, logger) { [closed] in closed.add(name) }
    return switch admission {
    case .admitted(let place): (place, nil)
    case .refused(let place, let problem): (place, problem)
    case .closed: (nil, nil)
    }
  }

  private func admit(_ name: String, _ address: String, to connections: Connections) throws -> Place {
    let (place, problem) = add(name, address, to: connections)
    XCTAssertNil(problem)
    return try XCTUnwrap(place)
  }

  func testTheOneThatWaitsForTheLongestIsClosed() throws {
    let connections = connections(ofClient: 3)
    let places = try (0..<3).map { try admit("\($0)", "a", to: connections) }
    XCTAssertTrue(places[0].begin())
    places[0].end()
    XCTAssertTrue(places[1].begin())
    for name in ["3", "4"] { _ = try admit(name, "a", to: connections) }
    // The first one has waited for less time than the third, and the second one doesn't wait.
    XCTAssertEqual(closed.all, ["2", "0"])
    XCTAssertFalse(places[0].begin(), "A request that comes now is too late.")
    XCTAssertTrue(places[1].begin(), "Another request on the connection.")
    XCTAssertEqual(connections.count, 3)
    connections.remove(places[0], isRefused: false)
    XCTAssertEqual(connections.count, 3, "It was taken out already.")
  }

  func testIfAllAreBusyTheNewOneIsRefused() throws {
    let connections = connections(ofClient: 2)
    let places = try (0..<2).map { try admit("\($0)", "a", to: connections) }
    for place in places { XCTAssertTrue(place.begin()) }
    let (refused, problem) = add("2", "a", to: connections)
    XCTAssertEqual(problem, .tooManyOfClient)
    XCTAssertTrue(try XCTUnwrap(refused).begin(), "It gets an answer.")
    XCTAssertEqual(closed.all, [])
    _ = try admit("3", "b", to: connections)
    connections.remove(places[0], isRefused: false)
    _ = try admit("4", "a", to: connections)
  }

  func testThoseThatAreRefusedAreFew() throws {
    let connections = connections(ofClient: 1)
    XCTAssertTrue(try admit("0", "a", to: connections).begin())
    let refused = (0..<Connections.refusedAtATime).map { _ in add("refused", "a", to: connections) }
    XCTAssertTrue(refused.allSatisfy { $0.problem == .tooManyOfClient })
    XCTAssertNil(add("closed", "a", to: connections).place)
    connections.remove(try XCTUnwrap(refused[0].place), isRefused: true)
    XCTAssertNotNil(add("refused", "a", to: connections).place)
    XCTAssertEqual(connections.count, 1)
  }

  func testThereAreSoManyInAll() throws {
    let connections = connections(ofAll: 2)
    let places = [try admit("0", "a", to: connections), try admit("1", "b", to: connections)]
    XCTAssertTrue(places[0].begin())
    let third = try admit("2", "c", to: connections)
    XCTAssertEqual(closed.all, ["1"])
    XCTAssertTrue(third.begin())
    XCTAssertEqual(add("3", "d", to: connections).problem, .tooManyConnections)
  }

  func testAnotherServerMayHaveAnyNumber() throws {
    let connections = connections(ofClient: 1)
    connections.addServer("a")
    for name in 0..<10 { XCTAssertTrue(try admit("\(name)", "a", to: connections).begin()) }
    XCTAssertTrue(try admit("b", "b", to: connections).begin())
    XCTAssertEqual(add("c", "b", to: connections).problem, .tooManyOfClient)
  }

  func testItIsLoggedOnce() throws {
    let connections = connections(ofClient: 1)
    for name in 0..<100 { _ = try admit("\(name)", "a", to: connections) }
    XCTAssertEqual(handler.entries.map(\.message), ["A client has too many connections"])
    XCTAssertEqual(handler.entries.first?.metadata["client.address"], "a")
    XCTAssertEqual(connections.samples.map(\.value), [1, 99, 0])
  }

  // MARK: Over sockets

  private let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

  func testIdleConnectionsOfAClientAreClosedForItsNextOne() async throws {
    var limits = Limits()
    limits.connectionsPerClient = 10
    try await TestServer(limits, logger: logger).run(.live) { [get, handler] client in
      // The client also has a connection, which has then waited the longest.
      _ = try await client.get("/healthz")
      let port = try XCTUnwrap(client.port)
      var idle: [Connection] = []
      for _ in 0..<50 {
        let connection = try Connection(port: port)
        connection.send(get)
        let text = await connection.read(until: "ok\n")
        XCTAssertTrue(text.hasPrefix("HTTP/1.1 200 "), text)
        idle.append(connection)
      }
      for connection in idle[..<40] {
        let text = await connection.read()
        XCTAssertEqual(text, "", "It is closed.")
      }
      XCTAssertTrue(handler.entries.contains { $0.message == "A client has too many connections" })
      let last = try XCTUnwrap(idle.last)
      last.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let metrics = await last.read()
      XCTAssertTrue(metrics.contains("warehouse_connections 10\n"), metrics)
      XCTAssertTrue(metrics.contains("warehouse_connections_refused_total 0\n"), metrics)
    }
  }

  func testAConnectionTooManyGetsOneAnswer() async throws {
    var limits = Limits()
    limits.connectionsPerClient = 2
    limits.lingerTime = .milliseconds(50)
    try await TestServer(limits).run(.live) { [get] client in
      // The client also has a connection, which has then waited the longest.
      _ = try await client.get("/healthz")
      let port = try XCTUnwrap(client.port)
      let streams = [try Connection(port: port), try Connection(port: port)]
      for stream in streams {
        stream.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await stream.read(until: "retry:")
      }
      let connection = try Connection(port: port)
      connection.send(get)
      let text = await connection.read()
      XCTAssertTrue(text.hasPrefix("HTTP/1.1 429 "), text)
      XCTAssertTrue(text.contains(#""code":"tooManyConnections""#), text)
      XCTAssertTrue(text.contains("Retry-After: 1\r\n"), text)
      XCTAssertTrue(text.contains("X-Request-ID: "), text)
      // A connection that sends nothing doesn't stay.
      let silent = try Connection(port: port)
      let nothing = await silent.read()
      XCTAssertEqual(nothing, "")
      withExtendedLifetime(streams) {}
    }
  }
}
