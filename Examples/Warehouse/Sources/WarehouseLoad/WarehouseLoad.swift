import ArgumentParser
import Foundation

@main
struct WarehouseLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the cost of many clients and many warehouses.",
    discussion: "It reads its figures from the C library and from /proc, so it runs on Linux.",
    subcommands: [Readers.self, Streams.self, Memory.self, Orders.self, Figures.self]
  )
}

/// Prints a line, at once even to a file.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// The measurement isn't valid.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The failure of a system call, right after it.
  static func system(_ call: String) -> Failure { Failure("\(call): \(String(cString: strerror(errno)))") }
}

/// Runs an operation with a folder, which is removed at the end.
nonisolated(nonsending) func withTemporaryFolder(_ operation: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "warehouse-load-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  do {
    try await operation(folder)
  } catch {
    try FileManager.default.removeItem(at: folder)
    throw error
  }
  try FileManager.default.removeItem(at: folder)
}
