import BrowserTesting
import Foundation
import Troupe
import TroupeRecording
import XCTest

@testable import TroupeInspector

/// A server that shows something, until the test ends.
struct RunningInspector: Sendable {
  struct Answer {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: RecordedValue { RecordedValue(json: body) ?? .null }
  }

  /// The page's address.
  let address: String
  private let task: Task<Void, any Error>

  var port: Int { URL(string: address)?.port ?? 0 }
  var token: String { address.split(separator: "/").last.map(String.init) ?? "" }

  init(_ content: InspectorContent) async throws {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    let server = InspectorServer(content) { continuation.yield($0) }
    task = Task {
      defer { continuation.finish() }
      try await server.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await task.value
      throw FileProblem(description: "The server has ended.")
    }
    self.address = address
  }

  func stop() async {
    task.cancel()
    _ = await task.result
  }

  /// Asks as the page does.
  func ask(_ path: String) throws -> RecordedValue { try get("/\(token)/api/\(path)").json }

  func tell(_ path: String, _ json: String) throws -> Answer {
    try send(
      "POST",
      "/\(token)/api/\(path)",
      ["Origin": "http://127.0.0.1:\(port)", "Content-Type": "application/json"],
      Array(json.utf8)
    )
  }

  func get(_ path: String, _ headers: [String: String] = [:]) throws -> Answer {
    try send("GET", path, headers, [])
  }

  /// Sends a request with any headers.
  func send(_ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]) throws -> Answer {
    var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if !body.isEmpty { fields["Content-Length"] = "\(body.count)" }
    fields.merge(headers) { $1 }
    let head = "\(method) \(path) HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    let bytes = try Self.exchange(port, Array(head.utf8) + body)
    let parts = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    let lines = String(decoding: bytes[..<(parts?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var found: [String: String] = [:]
    for line in lines.dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1)
      if field.count == 2 { found[field[0].lowercased()] = field[1].trimmingCharacters(in: .whitespaces) }
    }
    return Answer(status: status, headers: found, body: parts.map { Array(bytes[$0.upperBound...]) } ?? [])
  }

  /// Sends bytes to a port, and returns all that come back.
  private static func exchange(_ port: Int, _ bytes: [UInt8]) throws -> [UInt8] {
    #if canImport(Glibc)
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let file = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard file >= 0 else { throw FileProblem(description: "No socket") }
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw FileProblem(description: "Nobody listens on \(port).") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      // A server that refuses a request may close the connection before it has read all of it.
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &buffer, buffer.count), count > 0 { answer += buffer.prefix(count) }
    return answer
  }
}

/// A test that shows something.
class InspectorTestCase: XCTestCase {
  let folder = TestFolder()

  override func tearDown() {
    folder.remove()
    super.tearDown()
  }

  func show(_ content: InspectorContent) async throws -> RunningInspector {
    let running = try await RunningInspector(content)
    addTeardownBlock { await running.stop() }
    return running
  }

  /// Opens a page, and waits until it knows what it shows.
  func tab(_ running: RunningInspector, _ hash: String = "") async throws -> Tab {
    let browser = try await Browser()
    addTeardownBlock { await browser.close() }
    let tab = try await browser.tab(isScripted: true)
    try await tab.resize(width: 1_400, height: 900)
    try await tab.open(running.address + hash)
    try await tab.wait(until: "document.documentElement.dataset.ready")
    return tab
  }

  /// The browser has refused nothing, and the page shows no problem.
  func expectNoComplaints(_ tab: Tab, line: UInt = #line) async throws {
    let complaints = await tab.complaints
    XCTAssertEqual(complaints, [], line: line)
    let isHidden = try await tab.value("document.getElementById('problem').hidden", Bool.self)
    let problem = try await tab.text("#problem")
    XCTAssertTrue(isHidden, problem, line: line)
  }
}
