import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import FolderDigest

/// A test case in which every issue that the library reports is a failure.
class FolderDigestTestCase: ExploringTestCase {
  override func invokeTest() {
    withIssueReporters([TestIssueReporter()]) { super.invokeTest() }
  }

  /// Runs the program on files, which are in memory unless a test asks for live ones.
  func run(_ arguments: [String], _ files: FileAccess, _ console: Console) async -> Int32 {
    await withDependencies {
      $0[FileAccess.self] = files
    } operation: {
      await Program(console: console).run(arguments)
    }
  }
}
