import Foundation

/// A folder on the disk that is gone when the test is over.
final class TestFolder: Sendable {
  let path: String

  init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "WarehouseTests-\(UUID())")
    path = url.path
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("No folder for a test: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ file: String) -> String { path + "/" + file }
}
