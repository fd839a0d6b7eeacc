import TroupeDiagnostics
import XCTest

/// The sample of `valueDifference(from:to:)`.
final class ValueDifferenceSampleTests: GuideTestCase {
  private struct Draft { var title: String, tags: [String], stars: Int }

  func testADifference() {
    let before = Draft(title: "Troupe", tags: ["swift"], stars: 1)
    let after = Draft(title: "Troupe", tags: ["swift", "actors"], stars: 2)
    print(valueDifference(from: before, to: after) ?? "no difference")
    XCTAssertEqual(
      valueDifference(from: before, to: after),
      """
        ValueDifferenceSampleTests.Draft(
          title: "Troupe",
          tags: [
            [0]: "swift",
      +     [1]: "actors"
          ],
      -   stars: 1
      +   stars: 2
        )
      """
    )
  }
}
