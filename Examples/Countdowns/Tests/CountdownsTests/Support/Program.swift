import Foundation

/// The program, run as a user runs it, and what it writes.
struct Program: Sendable {
  private let process = Process()
  /// The lines of its standard output, each when it is written, until its end.
  let lines: AsyncStream<String>
  private let errors: AsyncStream<String>
  private let ended: AsyncStream<Never>

  init(_ folder: TestFolder, _ arguments: String...) throws { try self.init(folder, arguments) }

  init(_ folder: TestFolder, _ arguments: [String]) throws {
    let (output, errors) = (Pipe(), Pipe())
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.executableURL = Self.url
    process.arguments = ["--folder", folder.path] + arguments
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { _ in end.finish() }
    lines = Self.lines(of: output.fileHandleForReading)
    self.errors = Self.lines(of: errors.fileHandleForReading)
    self.ended = ended
    try process.run()
  }

  func signal(_ number: Int32) { _ = kill(process.processIdentifier, number) }

  /// Kills it when it has written a number of lines. Returns these, and what it wrote before it was gone.
  func lines(killedAfter count: Int) async -> [String] {
    var all: [String] = []
    for await line in lines {
      all.append(line)
      if all.count == count { signal(SIGKILL) }
    }
    return all
  }

  /// Waits for its end.
  func end() async -> (status: Int32, isKilled: Bool, errors: String) {
    var text = ""
    for await line in errors { text += line + "\n" }
    for await _ in ended {}
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal, text)
  }

  private static func lines(of handle: FileHandle) -> AsyncStream<String> {
    let (lines, said) = AsyncStream<String>.makeStream()
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
    return lines
  }

  /// It is built next to the tests.
  private static var url: URL {
    #if canImport(Darwin)
      let tests = Bundle(for: KillTests.self).bundleURL
      return tests.deletingLastPathComponent().appending(path: "Countdowns")
    #else
      return Bundle.main.bundleURL.appending(path: "Countdowns")
    #endif
  }
}
