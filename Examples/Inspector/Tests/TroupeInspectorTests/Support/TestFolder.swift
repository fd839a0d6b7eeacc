import Foundation

/// A folder on the disk. It is removed when it is released; test cases, which XCTest keeps, remove theirs.
final class TestFolder: Sendable {
  let path: String

  init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "InspectorTests-\(UUID())")
    path = url.path
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("No folder for a test: \(error)")
    }
  }

  deinit { remove() }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func path(_ file: String) -> String { path + "/" + file }
}
