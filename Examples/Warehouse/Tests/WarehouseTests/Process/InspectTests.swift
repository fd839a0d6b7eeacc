import BrowserTesting
import Foundation
import XCTest

/// The program with the page of the inspector.
final class InspectTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  /// What the page gets for a question.
  private func ask(_ address: String, _ path: String) async throws -> String {
    let url = try XCTUnwrap(URL(string: address))
    let connection = try Connection(port: try XCTUnwrap(url.port))
    connection.send(
      "GET \(url.path)/api/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\nConnection: close\r\n\r\n"
    )
    return await connection.read()
  }

  func testAPageShowsTheWarehousesByTheirNames() async throws {
    for showsPayloads in [false, true] {
      let options = ["--in-memory", "--inspect"] + (showsPayloads ? ["--inspect-payloads"] : [])
      let program = try await Program(options)
      let address = try await program.line("inspect ")
      XCTAssertTrue(address.hasPrefix("http://127.0.0.1:"), address)
      for name in ["north", "south"] {
        let made = try await program.request("PUT /api/warehouses/\(name)")
        XCTAssertTrue(made.hasPrefix("HTTP/1.1 201 "), made)
        let added = try await program.request(
          "POST /api/warehouses/\(name)/items",
          #"{"name":"Secret bolts","status":"inStock","quantity":7}"#
        )
        XCTAssertTrue(added.hasPrefix("HTTP/1.1 201 "), added)
      }
      let stores = try await ask(address, "stores")
      XCTAssertTrue(stores.contains(#""name":"north""#) && stores.contains(#""name":"south""#), stores)
      let found = try await ask(address, "stores?search=north")
      XCTAssertTrue(found.contains(#""count":1"#), found)
      let run = try XCTUnwrap(found.firstMatch(of: /"run":"(\d+)"/)?.1)
      let state = try await ask(address, "store/\(run)")
      XCTAssertTrue(state.contains("lastID"), state)
      XCTAssertEqual(state.contains("Secret bolts"), showsPayloads, state)
      XCTAssertTrue(state.contains(#""mayCancel":false"#) && state.contains(#""maySend":false"#), state)
      program.signal(SIGTERM)
      let end = await program.end()
      XCTAssertEqual(end.status, 0)
    }
  }

  func testAPortThatIsTakenIsNamed() async throws {
    let first = try await Program("--in-memory")
    let process = Process()
    let errors = Pipe()
    process.executableURL = Bundle.main.bundleURL.appending(path: "Warehouse")
    process.arguments = ["--port", "0", "--in-memory", "--inspect", "--inspect-port", "\(first.port)"]
    (process.standardOutput, process.standardError) = (Pipe(), errors)
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let log = ProgramLog(errors.fileHandleForReading)
    for await _ in ended {}
    XCTAssertEqual(process.terminationStatus, 1)
    let isNamed = await log.has("--inspect-port")
    XCTAssertTrue(isNamed, log.text)
    XCTAssertTrue(log.text.contains("port \(first.port) of 127.0.0.1"), log.text)
    first.signal(SIGTERM)
    _ = await first.end()
  }

  func testNobodyListensUnlessTheUserAsksForIt() async throws {
    let program = try await Program("--in-memory")
    _ = try await program.request("PUT /api/warehouses/north")
    program.signal(SIGTERM)
    let end = await program.end()
    XCTAssertEqual(end.status, 0)
    let said = await program.said()
    XCTAssertTrue(said.contains("listening on"), said)
    XCTAssertFalse(said.contains("inspect"), said)
  }
}
