import Foundation
import XCTest

/// The plugin as the compiler runs it: a process that answers over a pipe.
final class PluginProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init() throws {
    process.executableURL = try BuildProducts.plugin()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Asks, and waits for the answer; nil if the plugin has ended.
  func ask(_ request: String) throws -> [String: Any]? {
    let payload = Data(request.utf8)
    let header = Data((0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) })
    try input.fileHandleForWriting.write(contentsOf: header + payload)
    let count = try read(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    return try JSONSerialization.jsonObject(with: read(count)) as? [String: Any]
  }

  /// Asks, and returns the result of an expansion.
  func expand(_ request: String) throws -> [String: Any] {
    try XCTUnwrap(ask(request)?["expandMacroResult"] as? [String: Any])
  }

  /// Hangs up, and waits for the plugin to end.
  func hangUp() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func read(_ count: Int) throws -> Data {
    var data = Data()
    while data.count < count {
      let part = try output.fileHandleForReading.read(upToCount: count - data.count) ?? Data()
      if part.isEmpty { throw CocoaError(.fileReadUnknown) }
      data += part
    }
    return data
  }
}
