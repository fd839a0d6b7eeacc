import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Troupe
import TroupeDurable
import WarehouseFeature
import XCTest

@testable import WarehouseServer

/// A server with the warehouse `north` in memory.
struct TestServer {
  let server: WarehouseServer
  let storage: MemoryStorage

  /// A server that saves nothing.
  static func unsaved() async throws -> TestServer {
    try await TestServer(isSaved: false)
  }

  init(
    _ limits: Limits = Limits(),
    storage: MemoryStorage = MemoryStorage(),
    isSaved: Bool = true,
    editTime: Duration = Lease.duration,
    threads: StoreThreads = .shared,
    instruments: [any Instrument] = [],
    logger: Logger? = nil,
    clock: (any Clock<Duration>)? = nil
  ) async throws {
    self.storage = storage
    var limits = limits
    // A machine may be slow. A test of the time for a request has a clock.
    if clock == nil { limits.requestTime = .seconds(60) }
    var silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    silent.logLevel = .critical
    server = WarehouseServer(
      storage: isSaved ? storage : nil,
      names: isSaved
        ? { @Sendable name, limit in
          storage.keys.map(\.text).filter { $0 > name }.sorted().prefix(limit).map { $0 }
        } : nil,
      editTime: editTime,
      limits: limits,
      threads: threads,
      instruments: instruments,
      logger: logger ?? silent,
      // not a wait: the clock that a server has.
      clock: clock ?? ContinuousClock()
    )
    _ = try await server.warehouses.make("north")
  }

  /// Runs a test with a client: of the routes alone, or of a server that listens.
  func run(
    _ setup: TestingSetup = .router,
    _ test: @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    try await server.application().test(setup, test)
    await server.warehouses.directory.shutdown(within: .zero)
  }
}

extension TestClientProtocol {
  func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    try await execute(uri: uri, method: .get, headers: headers)
  }

  /// Posts JSON.
  func post(_ uri: String, _ json: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    var headers = headers
    headers[.contentType] = "application/json"
    return try await execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: json))
  }

  /// Posts a form.
  func form(_ uri: String, _ form: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    var headers = headers
    headers[.contentType] = "application/x-www-form-urlencoded"
    return try await execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: form))
  }

  /// Adds an item with a stock.
  func addBolts(_ quantity: Int = 5) async throws {
    let response = try await post(
      "/api/warehouses/north/items",
      #"{"name":"Bolts","status":"inStock","quantity":\#(quantity)}"#
    )
    XCTAssertEqual(response.status, .created)
  }

  /// Begins to edit an item, and returns the lease.
  func lease(of item: Int) async throws -> String {
    let response = try await execute(uri: "/api/warehouses/north/items/\(item)/edit", method: .post)
    return try JSONDecoder().decode(Edit.self, from: Data(response.text.utf8)).lease
  }
}

private struct Edit: Decodable { let lease: String }

extension TestResponse {
  var text: String { String(buffer: body) }

  /// The code of the problem; nil if there is none.
  var code: String? {
    struct Answer: Decodable {
      struct Problem: Decodable { let code, message: String }
      let error: Problem
    }
    return (try? JSONDecoder().decode(Answer.self, from: Data(text.utf8)))?.error.code
  }
}

/// Checks the status and the code of a problem.
func expect(
  _ response: TestResponse,
  _ status: HTTPResponse.Status,
  _ code: String,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  XCTAssertEqual(response.status, status, response.text, file: file, line: line)
  XCTAssertEqual(response.code, code, response.text, file: file, line: line)
}
