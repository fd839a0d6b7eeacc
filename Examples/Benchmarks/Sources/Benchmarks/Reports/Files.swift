import Foundation

/// The files that the program reads and writes.
enum Files {
  private static let package = URL(filePath: #filePath, directoryHint: .notDirectory)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let readme = package.appending(path: "README.md")
  static let results = package.appending(path: "results.json")
  static let chart = package.appending(path: "results.svg")
  static let limits = package.appending(path: "limits.json")
}

extension Encodable {
  /// Writes the value as JSON that is readable in a diff.
  func write(asJSONTo file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
  }
}
