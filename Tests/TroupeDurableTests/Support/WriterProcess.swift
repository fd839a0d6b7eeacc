import Foundation
import XCTest

/// A process that writes to a folder.
struct WriterProcess {
  private let process = Process()
  /// The numbers that it has saved, each when it says so.
  let numbers: AsyncStream<Int>
  private let end: AsyncStream<Never>

  init(_ folder: TestFolder, _ key: String, count: Int) throws {
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = [folder.path, key, "\(count)"]
    process.standardOutput = output
    let (numbers, said) = AsyncStream<Int>.makeStream()
    let (end, ended) = AsyncStream<Never>.makeStream()
    let handle = output.fileHandleForReading
    // A thread that blocks: with a readability handler, the event loop of libdispatch crashed here under the
    // thread sanitizer.
    Thread.detachNewThread {
      var rest: [UInt8] = []
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        let whole = rest.prefix((rest.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
        for line in String(decoding: whole, as: UTF8.self).split(separator: "\n") {
          if let number = Int(line) { said.yield(number) }
        }
        rest.removeFirst(whole.count)
      }
      said.finish()
    }
    process.terminationHandler = { _ in ended.finish() }
    (self.numbers, self.end) = (numbers, end)
    try process.run()
  }

  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for the end, and tells whether it was a good one.
  func wasSuccessful() async -> Bool {
    for await _ in end {}
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// The program, which is built next to the tests.
  private static var program: URL {
    #if canImport(Darwin)
      let tests = Bundle(for: FolderStorageTests.self).bundleURL
      return tests.deletingLastPathComponent().appending(path: "StorageWriter")
    #else
      return Bundle.main.bundleURL.appending(path: "StorageWriter")
    #endif
  }
}
