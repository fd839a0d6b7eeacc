import BrowserTesting
import Foundation
import XCTest

/// The program and the files of its database.
final class DatabaseProcessTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  private var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasPrefix("warehouses.sqlite")
      }
      .sorted()
    }
  }

  func testAfterASignalTheDatabaseIsOneFile() async throws {
    for round in 1...2 {
      let program = try await Program("--database", folder.path)
      let answer = try await program.request("PUT /api/warehouses/north")
      XCTAssertTrue(answer.hasPrefix(round == 1 ? "HTTP/1.1 201 " : "HTTP/1.1 200 "), answer)
      XCTAssertEqual(try files.count, 4)
      program.signal(SIGTERM)
      let end = await program.end()
      XCTAssertEqual(end.status, 0)
      XCTAssertEqual(try files, ["warehouses.sqlite"])
    }
  }

  /// A start that fails for another reason leaves it unchanged.
  func testAProgramThatCanNotListenLeavesOneFile() async throws {
    let other = try await Program("--in-memory")
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "Warehouse")
    process.arguments = ["--database", folder.path, "--port", "\(other.port)"]
    process.standardError = Pipe()
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ended {}
    XCTAssertEqual(process.terminationStatus, 1)
    XCTAssertEqual(try files, ["warehouses.sqlite"])
    other.signal(SIGTERM)
    _ = await other.end()
  }

  func testADamagedDatabaseIsRefusedWithWhatToDo() async throws {
    let program = try await Program("--database", folder.path)
    _ = try await program.request("PUT /api/warehouses/north")
    program.signal(SIGKILL)
    _ = await program.end()
    let main = folder.path("warehouses.sqlite")
    let bytes = try Data(contentsOf: URL(filePath: main))
    try Data().write(to: URL(filePath: main))
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.bundleURL.appending(path: "Warehouse")
    process.arguments = ["--database", folder.path, "--port", "0"]
    process.standardError = output
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ended {}
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    XCTAssertEqual(process.terminationStatus, 1)
    XCTAssertTrue(text.contains("warehouses.sqlite is empty, beside warehouses.sqlite-wal"), text)
    XCTAssertTrue(text.contains("Restore a copy"), text)
    // Nothing is lost by the attempt.
    try bytes.write(to: URL(filePath: main))
    let again = try await Program("--database", folder.path)
    let answer = try await again.request("PUT /api/warehouses/north")
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), answer)
    again.signal(SIGTERM)
    _ = await again.end()
  }
}
