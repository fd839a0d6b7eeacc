import BrowserTesting
import Foundation
import GRDB
import XCTest

/// The program while its database can't be written, and after that.
final class FaultTests: XCTestCase {
  private let folder = TestFolder()
  private let bolts = #"{"name":"Bolts","status":"inStock","quantity":1000000}"#
  private let items = "/api/warehouses/north/items"
  private let order = #"{"quantity":1,"key":"first"}"#

  override func tearDown() { folder.remove() }

  /// Starts the program on a database with two warehouses, one of which is open.
  private func start(_ place: String, _ arguments: String...) async throws -> Program {
    let first = try await Program("--database", place)
    for name in ["north", "south"] {
      _ = try await first.request("PUT /api/warehouses/\(name)")
      let answer = try await first.request("POST /api/warehouses/\(name)/items", bolts)
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
    }
    first.signal(SIGTERM)
    _ = await first.end()
    let second = try await Program(["--database", place, "--request-time", "5"] + arguments)
    let answer = try await second.request("GET \(items)/1")
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    return second
  }

  private func expect(
    _ program: Program,
    _ head: String,
    body: String = "",
    _ status: Int,
    _ part: String = "",
    line: UInt = #line
  ) async throws {
    let answer = try await program.request(head, body)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 \(status) "), "\(head): \(answer)", line: line)
    XCTAssertTrue(part.isEmpty || answer.contains(part), "\(head): \(answer)", line: line)
  }

  /// Injects a fault into a program, and checks its answers during the fault and when the fault is over.
  private func meet(
    _ program: Program,
    reason: String,
    begin: () throws -> Void,
    end: () throws -> Void
  ) async throws {
    try await expect(program, "GET /readyz", 200)
    try begin()
    // The request that notices it waits as long as a request may.
    let unsaved = Task { [items, order] in try await program.request("POST \(items)/1/order", order) }
    let isLogged = await program.log.has("Changes can't be saved")
    XCTAssertTrue(isLogged, program.log.text)
    XCTAssertTrue(program.log.text.contains(reason), program.log.text)
    // Reads return the saved state: of a warehouse with an unsaved change, and of one that isn't open.
    for name in ["north", "south"] {
      let path = "/api/warehouses/\(name)/items"
      try await expect(program, "GET \(path)/1", 200, #""ordered":0"#)
      try await expect(program, "GET \(path)", 200, #""ordered":0"#)
      try await expect(program, "GET \(path)?q=bolts", 200, #""ordered":0"#)
      try await expect(program, "GET /warehouses/\(name)", 200, "Bolts")
      try await expect(program, "GET \(path)/2", 404, "noSuchItem")
    }
    try await expect(program, "GET /api/warehouses", 200, #"["north","south"]"#)
    try await expect(program, "GET /api/warehouses/west/items", 404, "noSuchWarehouse")
    try await expect(program, "GET /warehouses/north/items/1/edit?lease=x", 409, "leaseHasEnded")
    // No change begins that can't be saved, and the answers say why.
    try await expect(program, "GET /readyz", 503, reason)
    try await expect(program, "GET /healthz", 200)
    for (change, body) in [
      ("POST \(items)/1/order", order), ("POST \(items)", bolts), ("POST \(items)/1/edit", ""),
      ("POST /api/warehouses/south/items", bolts), ("PUT /api/warehouses/west", ""),
      ("POST /warehouses", "name=west"),
    ] {
      try await expect(program, change, body: body, 503, reason)
    }
    let answer = try await unsaved.value
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
    XCTAssertTrue(answer.contains(#""code":"notKnown""#), answer)
    XCTAssertFalse(answer.contains("shutting down"), answer)

    try end()
    let isOver = await program.log.has("Changes are saved again")
    XCTAssertTrue(isOver, program.log.text)
    try await expect(program, "GET /readyz", 200)
    // Once, because it had the same key.
    try await expect(program, "POST \(items)/1/order", body: order, 200, #""ordered":1"#)
    try await expect(program, "POST /api/warehouses/south/items", body: bolts, 201)
    try await expect(program, "GET \(items)/1", 200, #""ordered":1"#)
    program.signal(SIGTERM)
    let (status, _) = await program.end()
    XCTAssertEqual(status, 0, program.log.text)
    let again = try await Program("--database", folder.path("disk"))
    try await expect(again, "GET \(items)/1", 200, #""ordered":1"#)
    again.signal(SIGTERM)
    _ = await again.end()
  }

  /// Locks the database as another program does.
  private static func lock(_ place: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(60)
    let other = try DatabaseQueue(path: place + "/warehouses.sqlite", configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return other
  }

  private static func unlock(_ other: DatabaseQueue) throws {
    try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try other.close()
  }

  func testALockedDatabaseStopsChangesAndNotReads() async throws {
    let place = folder.path("disk")
    let program = try await start(place)
    var other: DatabaseQueue?
    try await meet(program, reason: "Another program has locked the database.") {
      other = try Self.lock(place)
    } end: {
      if let other { try Self.unlock(other) }
    }
  }

  func testAFullDiskStopsChangesAndNotReads() async throws {
    let disk = try Disk(folder.path("disk"), bytes: 4 << 20)
    let program = try await start(disk.path)
    try await meet(program, reason: "The disk is full.") {
      try disk.fill()
    } end: {
      try disk.empty()
    }
    withExtendedLifetime(disk) {}
  }

  func testFilesThatAreMovedAwayStopChanges() async throws {
    let place = folder.path("disk")
    let files = FileManager.default
    for suffix in ["/warehouses.sqlite", "/warehouses.sqlite-wal", ""] {
      let program = try await start(place)
      try files.moveItem(atPath: place + suffix, toPath: folder.path("away"))
      // Another one is in its place, as after a copy was restored.
      try files.copyItem(atPath: folder.path("away"), toPath: place + suffix)
      let unsaved = Task { [items, order] in try await program.request("POST \(items)/1/order", order) }
      let isLogged = await program.log.has("Changes can't be saved")
      XCTAssertTrue(isLogged, program.log.text)
      try await expect(program, "GET /readyz", 503, "moved or deleted")
      try await expect(program, "POST \(items)/1/order", body: order, 503, "moved or deleted")
      try await expect(program, "POST /api/warehouses/south/items", body: bolts, 503, "moved or deleted")
      let answer = try await unsaved.value
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 503 "), answer)
      try files.removeItem(atPath: place + suffix)
      try files.moveItem(atPath: folder.path("away"), toPath: place + suffix)
      let isOver = await program.log.has("Changes are saved again")
      XCTAssertTrue(isOver, program.log.text)
      try await expect(program, "POST \(items)/1/order", body: order, 200, #""ordered":1"#)
      program.signal(SIGTERM)
      let (status, _) = await program.end()
      XCTAssertEqual(status, 0, program.log.text)
      let again = try await Program("--database", place)
      try await expect(again, "GET \(items)/1", 200, #""ordered":1"#)
      again.signal(SIGTERM)
      _ = await again.end()
      try files.removeItem(atPath: place)
    }
  }

  func testChangesThatCanNotBeSavedAreCutOff() async throws {
    let place = folder.path("disk")
    for grace in ["0", "1"] {
      let program = try await start(place, "--grace", grace)
      let other = try Self.lock(place)
      let unsaved = Task { [items, order] in try await program.request("POST \(items)/1/order", order) }
      let isLogged = await program.log.has("Changes can't be saved")
      XCTAssertTrue(isLogged, program.log.text)
      program.signal(SIGTERM)
      // The database is locked until then.
      let (status, isKilled) = await program.end()
      XCTAssertEqual(status, 3, program.log.text)
      XCTAssertFalse(isKilled)
      let line = program.log.text.split(separator: "\n").first { $0.contains("cut off") } ?? ""
      XCTAssertTrue(line.contains("warehouse=north") && line.contains("turns.unsaved=1"), program.log.text)
      _ = try await unsaved.value
      try Self.unlock(other)
      let again = try await Program("--database", place)
      // No client has received a success for it.
      try await expect(again, "GET \(items)/1", 200, #""ordered":0"#)
      again.signal(SIGTERM)
      let (end, _) = await again.end()
      XCTAssertEqual(end, 0)
      try FileManager.default.removeItem(atPath: place)
    }
  }
}
