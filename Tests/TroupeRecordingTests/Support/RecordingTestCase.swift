import Foundation
import Troupe
import TroupeDiagnostics
import TroupeFoundation
import TroupeRecording
import XCTest

/// A test case with a temporary folder, in the live context.
class RecordingTestCase: XCTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  override func invokeTest() {
    withDependencies {
      $0.context = .live
    } operation: {
      super.invokeTest()
    }
  }

  func path(_ name: String = "journal.jsonl") -> String { folder.appending(path: name).path }

  func contents(_ name: String = "journal.jsonl") throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  /// The issues of an operation.
  func issues(_ operation: () throws -> Void) rethrows -> [String] {
    let collector = IssueCollector()
    try withIssueReporters([collector], operation: operation)
    return collector.messages
  }
}
