import Foundation

@testable import Countdowns

/// A folder on the disk that is removed when the test ends.
final class TestFolder: Sendable {
  let path: String
  let countdowns: CountdownFolder

  init(path: String? = nil) {
    let folder = FileManager.default.temporaryDirectory
    self.path = path ?? folder.appending(path: "CountdownsTests-\(UUID().uuidString)").path
    countdowns = CountdownFolder(path: self.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
