import Troupe
import TroupeTesting
import XCTest

final class ExpectNoDifferenceTests: XCTestCase {
  private struct Draft: Equatable {
    var title = "Troupe"
    var stars = 1
  }

  private struct Failure: Error {}

  private struct Never: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { false }
  }

  func testEqualValuesAreFine() { expectNoDifference(Draft(), Draft()) }

  func testADifferenceIsShownAtTheLine() {
    withExpectedIssue(matching: { issue in
      issue.location.line == 7
        && issue.message.hasPrefix("The draft\n\nThe values differ (- found, + expected):")
        && issue.message.contains("-   stars: 1\n+   stars: 2")
    }) {
      expectNoDifference(Draft(), Draft(stars: 2), "The draft", line: 7)
    }
  }

  func testValuesThatLookTheSameAreAFailureAsWell() {
    withExpectedIssue { expectNoDifference(Never(), Never()) }
  }

  func testAnErrorIsAFailure() {
    func failing() throws -> Int { throw Failure() }
    func compare() { expectNoDifference(try failing(), 1) }
    withExpectedIssue(matching: { $0.message.contains("Failure") }) { compare() }
  }
}
