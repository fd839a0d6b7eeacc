import Foundation

/// A program that is built next to the tests, and the lines that it writes.
package struct LineProcess {
  private let process = Process()
  /// The lines, until the end of the process.
  package let lines: AsyncStream<String>
  private let end: AsyncStream<Never>

  package init(_ name: String, _ arguments: String...) throws {
    try self.init(name, arguments)
  }

  package init(_ name: String, _ arguments: [String]) throws {
    let output = Pipe()
    process.executableURL = Self.program(name)
    process.arguments = arguments
    process.standardOutput = output
    let (lines, said) = AsyncStream<String>.makeStream()
    let (end, ended) = AsyncStream<Never>.makeStream()
    let handle = output.fileHandleForReading
    // A thread that blocks: with a readability handler, the event loop of libdispatch crashed here under the
    // thread sanitizer.
    Thread.detachNewThread {
      var rest: [UInt8] = []
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        let whole = rest.prefix((rest.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
        for line in String(decoding: whole, as: UTF8.self).split(separator: "\n") { said.yield(String(line)) }
        rest.removeFirst(whole.count)
      }
      said.finish()
    }
    process.terminationHandler = { _ in ended.finish() }
    (self.lines, self.end) = (lines, end)
    try process.run()
  }

  package func signal(_ number: Int32) { _ = kill(process.processIdentifier, number) }

  /// Waits for the end, and returns whether the process succeeded.
  package func wasSuccessful() async -> Bool {
    for await _ in end {}
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// The program, which is built next to the tests.
  private static func program(_ name: String) -> URL {
    #if canImport(Darwin)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appending(path: name)
    #else
      return Bundle.main.bundleURL.appending(path: name)
    #endif
  }
}
