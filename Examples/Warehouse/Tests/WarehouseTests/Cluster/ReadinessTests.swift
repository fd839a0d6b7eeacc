import HTTPTypes
import HummingbirdTesting
import Logging
import TroupeDurable
import TroupePostgres
import WarehouseFeature
import XCTest

@testable import WarehouseServer

/// A node that has no part in the warehouses.
final class ReadinessTests: XCTestCase {
  func testANodeWithoutALeaseSaysSoAndDoesNothing() async throws {
    // It is never asked: there needn't be a database.
    let storage = try PostgresStorage(PostgresConfiguration(connection: "host=/nowhere dbname=none"))
    let cluster = Cluster(storage, Cluster.Configuration())
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = WarehouseServer(storage: storage, names: nil, cluster: cluster, logger: logger)
    try await server.application().test(.router) { client in
      let ready = try await client.get("/readyz")
      XCTAssertEqual(ready.status, .serviceUnavailable)
      XCTAssertTrue(ready.text.contains(#""code":"notReady""#), ready.text)
      let health = try await client.get("/healthz")
      XCTAssertEqual(health.status, .ok)
      for path in ["/api/warehouses/north/items", "/api/warehouses/north/events", "/warehouses/north"] {
        let answer = try await client.get(path)
        XCTAssertEqual(answer.status, .serviceUnavailable, path)
        XCTAssertEqual(answer.headers[.refused], "true", path)
        XCTAssertEqual(answer.headers[.retryAfter], "1", path)
      }
      let order = try await client.post("/api/warehouses/north/items/1/order", #"{"quantity":1}"#)
      XCTAssertEqual(order.headers[.refused], "true")
      let report = try await client.get("/cluster")
      XCTAssertTrue(report.text.contains(#""isReady":false"#), report.text)
      let metrics = try await client.get("/metrics")
      XCTAssertTrue(metrics.text.contains("\nwarehouse_cluster_ready 0\n"), metrics.text)
    }
    await server.warehouses.directory.shutdown(within: .zero)
    try await cluster.client.shutdown()
    await storage.close()
  }

  func testAServerOfItsOwnHasNoCluster() async throws {
    try await TestServer().run { client in
      let report = try await client.get("/cluster")
      XCTAssertEqual(report.status, .notFound)
    }
  }
}
