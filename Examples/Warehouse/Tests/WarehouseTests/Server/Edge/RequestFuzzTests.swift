import Foundation
import HTTPTypes
import HummingbirdTesting
import Synchronization
import XCTest

@testable import WarehouseServer

/// Requests that are nearly valid, byte by byte, to a server that listens.
final class RequestFuzzTests: XCTestCase {
  /// How many requests are sent. `.ci/soak` sets more.
  private var count: Int { ProcessInfo.processInfo.environment["WAREHOUSE_FUZZ"].flatMap(Int.init) ?? 5_000 }

  private struct Results {
    var statuses: [Int: Int] = [:]
    var mistakes: [String] = []
  }

  private final class SharedResults: Sendable { let value = Mutex(Results()) }

  func testEachAnswerIsOneOfTheServer() async throws {
    var limits = Limits()
    limits.requestsPerSecond = nil
    limits.connectionsPerClient = nil
    // The client reads at once, and connections that linger are open files.
    limits.lingerTime = .milliseconds(100)
    let results = SharedResults()
    let count = count
    try await TestServer(limits).run(.live) { client in
      try await client.addBolts(1_000_000)
      let port = try XCTUnwrap(client.port)
      // Few at a time: more would be a test of the limits.
      await withTaskGroup { group in
        for lane in 0..<4 {
          group.addTask {
            await Self.onThread {
              for number in stride(from: lane, to: count, by: 4) { Self.send(number, to: port, results) }
            }
          }
        }
      }
      // The client's connection may have been idle for too long.
      let connection = try Connection(port: port)
      let last = "GET /api/warehouses/north/items/1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let answers = HTTPAnswers(try XCTUnwrap(connection.exchange(Array(last.utf8))))
      XCTAssertEqual(answers.statuses, [200])
    }
    let all = results.value.withLock { $0 }
    for mistake in all.mistakes.prefix(10) { XCTFail(mistake) }
    // They reach the code after the parser, and its problems.
    for status in [200, 201, 303, 400, 403, 404, 405, 409, 415, 417, 421, 422, 431, 501, 505] {
      XCTAssertGreaterThan(all.statuses[status] ?? 0, 0, "\(status) of \(all.statuses)")
    }
  }

  private static func send(_ number: Int, to port: Int, _ results: SharedResults) {
    let request = RequestMutations.request(number)
    var (statuses, mistakes) = ([Int](), [String]())
    do {
      // Nil: the connection was reset while bytes of the request were on their way, and with it the answer.
      if let bytes = try Connection(port: port).exchange(request) {
        let answers = HTTPAnswers(bytes)
        (statuses, mistakes) = (answers.statuses, answers.mistakes)
        // Empty lines aren't a request.
        if statuses.isEmpty, request.contains(where: { ![10, 13].contains($0) }) {
          mistakes.append("no answer")
        }
      }
    } catch {
      mistakes.append("\(error)")
    }
    let text = String(decoding: request.prefix(400), as: UTF8.self).debugDescription
    results.value.withLock { results in
      for status in statuses { results.statuses[status, default: 0] += 1 }
      results.mistakes += mistakes.map { "Request \(number): \($0). It was \(text)" }
    }
  }

  private static func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
  }
}

/// What a server has sent on a connection.
private struct HTTPAnswers {
  private(set) var statuses: [Int] = []
  private(set) var mistakes: [String] = []

  private static let fields = [
    "x-request-id", "content-security-policy", "x-content-type-options", "referrer-policy", "cache-control",
  ]

  init(_ bytes: [UInt8]) { read(bytes) }

  private mutating func read(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.end(of: "\r\n\r\n") else {
        return mistakes.append("a head without an end: \(rest.text)")
      }
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\r\n")
      rest = rest[end...]
      guard let match = lines.first?.wholeMatch(of: /HTTP\/1\.[01] (\d{3}) [^\r\n]*/),
        let status = Int(match.1)
      else {
        return mistakes.append("no status: \(lines.first ?? "")")
      }
      guard status >= 200 else { continue }
      statuses.append(status)
      // Requests for a coding or a version that the server doesn't support.
      if status >= 500, ![501, 505].contains(status) { mistakes.append("status \(status)") }
      var values: [String: [Substring]] = [:]
      for line in lines.dropFirst() {
        let name = line.prefix { $0 != ":" }
        values[name.lowercased(), default: []].append(line.dropFirst(name.count + 1).drop { $0 == " " })
      }
      for name in Self.fields where values[name]?.count != 1 {
        mistakes.append("\(status) has \(name) \(values[name]?.count ?? 0) times")
      }
      skipBody(values, &rest)
    }
  }

  private mutating func skipBody(_ fields: [String: [Substring]], _ rest: inout ArraySlice<UInt8>) {
    // An answer to HEAD has none.
    if rest.isEmpty || rest.starts(with: "HTTP/1.".utf8) { return }
    if fields["content-type"]?.first?.hasPrefix("text/event-stream") == true {
      rest = []
    } else if let length = fields["content-length"]?.first.flatMap({ Int($0) }) {
      if rest.count < length { mistakes.append("\(rest.count) of \(length) bytes") }
      rest = rest.dropFirst(length)
    } else if fields["transfer-encoding"]?.first == "chunked" {
      while let end = rest.end(of: "\r\n") {
        let size = Int(String(decoding: rest[..<(end - 2)], as: UTF8.self), radix: 16) ?? 0
        rest = rest[end...].dropFirst(size + 2)
        if size == 0 { return }
      }
    } else {
      rest = []
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var text: String { String(decoding: prefix(80), as: UTF8.self).debugDescription }

  /// The index after the first occurrence of a text.
  fileprivate func end(of marker: String) -> Int? { firstRange(of: Array(marker.utf8))?.upperBound }
}
