import Foundation

/// A folder on the disk. It is removed when it is released; test cases, which XCTest keeps, remove theirs.
public final class TestFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates the folder.
  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "BrowserTesting-\(UUID())")
    path = url.path
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("No folder for a test: \(error)")
    }
  }

  deinit { remove() }

  /// Removes the folder with all files in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  public func path(_ file: String) -> String { path + "/" + file }
}
