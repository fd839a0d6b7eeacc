import Foundation
import XCTest

/// Paths on the disk.
enum Places {
  /// The sources of the package.
  static var sources: String {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources").path
  }

  /// The program, which is built next to its tests.
  static var program: URL {
    #if canImport(Darwin)
      let tests = Bundle(for: FolderDigestTestCase.self).bundleURL
      return tests.deletingLastPathComponent().appending(path: "FolderDigest")
    #else
      return Bundle.main.bundleURL.appending(path: "FolderDigest")
    #endif
  }
}
