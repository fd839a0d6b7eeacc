import AsyncHTTPClient
import NIOCore
import PostgresTesting
import Synchronization
import Troupe
import TroupePostgres
import WarehouseFeature
import XCTest

@testable import WarehouseServer

/// When and how a node reacts to other nodes.
final class ClusterTests: XCTestCase {
  private let draft = #"{"name":"Bolts","status":"inStock","quantity":5}"#
  private let order = ("POST /api/warehouses/north/items/1/order", #"{"quantity":1}"#)

  func testAWarehouseStaysWhereItIsUntilItIsSaved() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    let (home, other) = (try await Node(database), try await Node(database))
    _ = try await home.request("PUT /api/warehouses/north")
    _ = try await home.request("POST /api/warehouses/north/items", draft)
    // The store has ended, and the hand-over hasn't released it yet.
    home.cluster.beginDraining()
    home.cluster.beginHandingOver(["north"])
    let report = await home.server.warehouses.end("north", within: .seconds(5))
    XCTAssertEqual(report?.isComplete, true)
    for node in [home, other] {
      let answer = try await node.request(order.0, order.1)
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
      XCTAssertTrue(answer.contains(#""code":"moving""#), answer)
      XCTAssertNotNil(answer.firstMatch(of: /(?i)warehouse-refused: true\r\n/), answer)
    }
    XCTAssertEqual(home.cluster.node?.statistics.released, 0)
    // From then on, a caller that asks for it causes its release.
    home.cluster.endHandingOver("north")
    let refusal = try await home.request(order.0, order.1)
    XCTAssertTrue(refusal.contains(#""code":"moving""#), refusal)
    XCTAssertEqual(home.cluster.node?.statistics.released, 1)
    let answer = try await other.request(order.0, order.1)
    XCTAssertTrue(answer.contains(#""ordered":1"#), answer)
    try await home.end()
    try await other.end()
  }

  func testANodeWhoseAddressIsTakenSaysSoAndDoesNotTakeItBack() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    var configuration = Cluster.Configuration()
    configuration.address = "http://10.0.0.7:8080"
    configuration.lease = .seconds(2)
    let (log, otherLog) = (ProgramLog(), ProgramLog())
    let node = try await Node(database, configuration, logger: log.logger)
    let other = try await Node(database, configuration, logger: otherLog.logger)
    let isLost = await log.has("The lease is lost")
    XCTAssertTrue(isLost)
    XCTAssertTrue(log.text.contains("same address"), log.text)
    XCTAssertTrue(log.text.contains("http://10.0.0.7:8080"), log.text)
    let ready = try await node.request("GET /readyz")
    XCTAssertTrue(ready.hasPrefix("HTTP/1.1 503 "), ready)
    XCTAssertTrue(ready.contains("same address"), ready)
    let answer = try await other.request("PUT /api/warehouses/north")
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
    // The later one keeps it, until it ends.
    try await other.end()
    XCTAssertFalse(otherLog.text.contains("The lease is lost"), otherLog.text)
    let isBack = await log.has("The program takes part again")
    XCTAssertTrue(isBack)
    XCTAssertEqual(log.text.matches(of: /The lease is lost/).count, 1, log.text)
    try await node.end()
  }

  func testTheNodesAreReadOnceInTwoSeconds() async throws {
    let database = try await PostgresServer.shared.value.makeDatabase()
    // not a wait: where the test's time begins, which the test advances.
    let time = Time(.now)
    var configuration = Cluster.Configuration()
    configuration.now = { time.now }
    let node = try await Node(database, configuration)
    var report = try await node.request("GET /cluster")
    XCTAssertEqual(report.matches(of: /"leaseEndsAt"/).count, 1, report)
    let other = try await Node(database)
    time.advance(by: .milliseconds(1_999))
    report = try await node.request("GET /cluster")
    XCTAssertEqual(report.matches(of: /"leaseEndsAt"/).count, 1, report)
    time.advance(by: .milliseconds(1))
    report = try await node.request("GET /cluster")
    XCTAssertEqual(report.matches(of: /"leaseEndsAt"/).count, 2, report)
    try await other.end()
    try await node.end()
  }

  func testALeaseThatWasAskedForIsAskedForByTheSameNodeAgain() async throws {
    // There is no database, so the outcome of the request isn't known.
    var configuration = PostgresConfiguration(connection: "host=/nowhere dbname=none")
    configuration.timeout = .milliseconds(1)
    let storage = try PostgresStorage(configuration)
    let cluster = Cluster(storage, Cluster.Configuration())
    var nodes: [ClusterNode?] = []
    for _ in 0..<2 {
      do {
        _ = try await cluster.join(at: "http://127.0.0.1:8080")
        XCTFail("There is no database.")
      } catch {
        nodes.append(cluster.joining)
      }
    }
    XCTAssertNotNil(nodes[0])
    XCTAssertIdentical(nodes[0], nodes[1])
    try await cluster.client.shutdown()
    await storage.close()
  }

  func testAConnectionIsGivenUpBeforeTheHomeDoesThat() {
    let limits = Limits()
    let configuration = HomeClient.configuration(limits)
    XCTAssertLessThan(configuration.connectionPool.idleTimeout, TimeAmount(limits.idleTime))
  }
}

/// A time that a test sets.
private final class Time: Sendable {
  private let instant: Mutex<ContinuousClock.Instant>

  init(_ instant: ContinuousClock.Instant) { self.instant = Mutex(instant) }

  var now: ContinuousClock.Instant { instant.withLock { $0 } }

  func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
