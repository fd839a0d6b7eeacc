import Foundation
import Troupe
import XCTest

/// The version is the same wherever the package states it.
final class VersionTests: XCTestCase {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  func testPagesTellHowToDependOnThisVersion() throws {
    let line = /\.package\(url: ".*", \.upToNextMinor\(from: "(?<version>.*)"\)\)/
    for page in ["README.md", "Sources/Troupe/Troupe.docc/Versioning.md"] {
      let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
      let versions = text.matches(of: line).map { String($0.version) }
      XCTAssertEqual(versions, [troupeVersion], page)
    }
  }

  func testTheVersionIsASemanticVersion() {
    XCTAssertNotNil(troupeVersion.wholeMatch(of: /(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)/))
  }
}
