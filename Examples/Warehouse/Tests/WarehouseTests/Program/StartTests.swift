import BrowserTesting
import Foundation
import XCTest

/// How the program starts, and its message if it can't.
final class StartTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  /// Runs the program until it ends, or until it listens, and returns its output.
  private func run(_ arguments: [String], home: String? = nil) async throws -> (
    output: String, status: Int32?
  ) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.bundleURL.appending(path: "Warehouse")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    if let home { environment["HOME"] = home }
    process.environment = environment
    (process.standardOutput, process.standardError) = (output, output)
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let text = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
          text += String(decoding: data, as: UTF8.self)
          if text.contains("listening on "), text.hasSuffix("\n") { break }
        }
        continuation.resume(returning: text)
      }
    }
    let isListening = text.contains("listening on ")
    if isListening { process.terminate() }
    for await _ in ended {}
    return (text, isListening ? nil : process.terminationStatus)
  }

  func testWhatKeepsItFromStartingIsASentence() async throws {
    let file = folder.path("file")
    try Data("no database".utf8).write(to: URL(filePath: file))
    let broken = folder.path("broken")
    try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: true)
    let noise = Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })
    try noise.write(to: URL(filePath: broken + "/warehouses.sqlite"))
    let blocked = folder.path("blocked")
    try FileManager.default.createDirectory(
      atPath: blocked + "/warehouses.sqlite",
      withIntermediateDirectories: true
    )
    let other = try await Program("--in-memory")
    let cases: [([String], String)] = [
      (["--in-memory", "--port", "\(other.port)"], "with --port"),
      (["--in-memory", "--port", "0", "--host", "192.0.2.1"], "with --host"),
      (["--in-memory", "--port", "0", "--host", "nowhere.invalid"], "with --host"),
      (["--port", "0", "--database", file], "with --database"),
      (["--port", "0", "--database", file + "/in"], "with --database"),
      (["--port", "0", "--database", "/proc/nothing"], "with --database"),
      (["--port", "0", "--database", broken], "with --database"),
      (["--port", "0", "--database", blocked], "with --database"),
      (["--port", "0", "--database", "postgres://127.0.0.1:1/a?password=secret"], "--database"),
    ]
    for (arguments, part) in cases {
      let (text, status) = try await run(arguments)
      XCTAssertEqual(status, 1, "\(arguments): \(text)")
      XCTAssertTrue(text.hasPrefix("Error: "), "\(arguments): \(text)")
      XCTAssertTrue(text.contains(part), "\(arguments): \(text)")
      for raw in ["errno", "NSCocoaErrorDomain", "Domain=", "SQLITE", "DatabaseError", "bind(", "secret"] {
        XCTAssertFalse(text.contains(raw), "\(arguments): \(text)")
      }
    }
    other.signal(SIGTERM)
    _ = await other.end()
  }

  func testADatabaseIsForOneServer() async throws {
    let place = folder.path("place")
    let first = try await Program("--database", place)
    let links = folder.path("links")
    try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: place)
    try FileManager.default.createSymbolicLink(
      atPath: links + "/warehouses.sqlite",
      withDestinationPath: place + "/warehouses.sqlite"
    )
    for name in [place, place + "/", place + "/../place", folder.path("link"), links] {
      let (text, status) = try await run(["--port", "0", "--database", name])
      XCTAssertEqual(status, 1, "\(name): \(text)")
      XCTAssertTrue(text.hasPrefix("Error: Another server has its database in \(name). "), text)
    }
    // It continues, and other servers have other folders.
    var answer = try await first.request("PUT /api/warehouses/north")
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 201 "), answer)
    let other = try await Program("--database", folder.path("other"))
    for (program, signal) in [(first, SIGKILL), (other, SIGTERM)] {
      program.signal(signal)
      _ = await program.end()
    }
    // However it has ended, the next one starts.
    for name in [place, links, folder.path("other")] {
      let program = try await Program("--database", name)
      if name != folder.path("other") {
        answer = try await program.request("GET /api/warehouses")
        XCTAssertTrue(answer.contains(#"["north"]"#), answer)
      }
      program.signal(SIGTERM)
      let (status, _) = await program.end()
      XCTAssertEqual(status, 0)
    }
  }

  func testTheHomeIsThatOfTheUser() async throws {
    let home = folder.path("home")
    let (text, _) = try await run(["--port", "0"], home: home)
    XCTAssertTrue(text.contains("warehouses are in \(home)/.warehouses\n"), text)
    XCTAssertTrue(FileManager.default.fileExists(atPath: home + "/.warehouses/warehouses.sqlite"))
    let (other, _) = try await run(["--port", "0", "--database=~/other"], home: home)
    XCTAssertTrue(other.contains("warehouses are in \(home)/other\n"), other)
  }

  func testTheDatabaseIsForNobodyElse() async throws {
    let place = folder.path("new/in")
    let program = try await Program("--database", place)
    _ = try await program.request("PUT /api/warehouses/north")
    let files = ["/warehouses.sqlite", "/warehouses.sqlite-wal", "/warehouses.sqlite-shm"].map { place + $0 }
    for file in files { XCTAssertEqual(try mode(file), 0o600, file) }
    for made in [place, folder.path("new")] { XCTAssertEqual(try mode(made), 0o700, made) }
    program.signal(SIGKILL)
    _ = await program.end()
    // As an earlier version has left them.
    for file in files {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    }
    let again = try await Program("--database", place)
    for file in files { XCTAssertEqual(try mode(file), 0o600, file) }
    let names = try await again.request("GET /api/warehouses")
    XCTAssertTrue(names.contains("north"), names)
    again.signal(SIGTERM)
    _ = await again.end()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  func testAnAddressOfVersion6IsAnURL() async throws {
    for host in ["::1", "[::1]"] {
      let (text, status) = try await run(["--in-memory", "--port", "0", "--host", host])
      if text.contains("doesn't have the address") { throw XCTSkip("This machine has no IPv6.") }
      XCTAssertNil(status, text)
      XCTAssertNotNil(text.firstMatch(of: /listening on http:\/\/\[::1\]:\d+\n/), text)
    }
  }
}
