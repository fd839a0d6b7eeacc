import Foundation
import XCTest

/// The program, run as a user runs it.
struct Program: Sendable {
  private let process = Process()
  private let output: FileHandle
  /// What it had said when it listened.
  private let start: String
  /// The port on which it listens.
  let port: Int
  /// Its log.
  let log: ProgramLog
  private let ended: AsyncStream<Never>
  private let guardian: Guardian

  /// Kills the program if a test hasn't ended it, such as a test that has failed.
  private final class Guardian: Sendable {
    private let process: Process

    init(_ process: Process) { self.process = process }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  /// Starts it, and waits until it listens.
  init(_ arguments: String...) async throws { try await self.init(arguments) }

  /// Starts it, and waits until it listens.
  init(_ arguments: [String]) async throws {
    let (output, errors) = (Pipe(), Pipe())
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.executableURL = Bundle.main.bundleURL.appending(path: "Warehouse")
    // A machine may be slow. A test of the time for a request sets another time, and the last one counts.
    process.arguments = ["--port", "0", "--request-time", "60"] + arguments
    (process.standardOutput, process.standardError) = (output, errors)
    process.terminationHandler = { _ in end.finish() }
    self.ended = ended
    try process.run()
    self.output = output.fileHandleForReading
    log = ProgramLog(errors.fileHandleForReading)
    guardian = Guardian(process)
    let text = await Self.read(self.output, until: "listening on http://127.0.0.1:")
    start = text
    let number = text.firstMatch(of: /:(\d+)\n/).flatMap { Int($0.1) }
    port = try XCTUnwrap(number, "It said: \(text)\(log.text)")
  }

  /// Waits for a line of its output, and returns what follows after a text.
  func line(_ marker: String) async throws -> String {
    let text = start.contains(marker) ? start : await Self.read(output, until: marker)
    let line = text.split(separator: "\n").first { $0.hasPrefix(marker) }
    return String(try XCTUnwrap(line, "It said: \(text)\(log.text)").dropFirst(marker.count))
  }

  /// All of its output, up to its end.
  func said() async -> String { start + (await Self.read(output, until: nil)) }

  func signal(_ number: Int32) { _ = kill(process.processIdentifier, number) }

  /// Waits for its end.
  func end() async -> (status: Int32, isKilled: Bool) {
    for await _ in ended {}
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal)
  }

  /// Sends a request on a separate connection, and returns the answer with its head.
  func request(_ head: String, _ body: String = "") async throws -> String {
    let connection = try Connection(port: port)
    let type = head.hasPrefix("POST /api") ? "application/json" : "application/x-www-form-urlencoded"
    connection.send(
      """
      \(head) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \(type)\r\n\
      Content-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    )
    return await connection.read()
  }

  private static func read(_ handle: FileHandle, until marker: String?) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while case let data = handle.availableData, !data.isEmpty {
          text += String(decoding: data, as: UTF8.self)
          if let marker, text.contains(marker), text.hasSuffix("\n") { break }
        }
        continuation.resume(returning: text)
      }
    }
  }
}
