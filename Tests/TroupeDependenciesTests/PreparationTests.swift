import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// Values that are set where a program starts.
final class PreparationTests: DependencyTestCase {
  private struct Failure: Error {}

  // S391
  func testPreparedValuesAreUsedEverywhere() async {
    prepareDependencies {
      $0.number = 5
      $0.number += 1
      $0.liveOnly = "prepared"
    }
    XCTAssertEqual(read(\.number), 6)
    XCTAssertEqual(read(\.liveOnly), "prepared")
    for context in [DependencyContext.live, .preview] {
      withDependencies {
        $0.context = context
      } operation: {
        XCTAssertEqual(read(\.number), 6)
      }
    }
  }

  // S828
  func testTheResultOfTheClosureIsReturned() {
    let number = prepareDependencies { values in
      values.number = 5
      return values.number + 1
    }
    XCTAssertEqual(number, 6)
    XCTAssertEqual(read(\.number), 5)
  }

  // S391
  func testAnOverrideWinsOverAPreparedValue() {
    prepareDependencies { $0.number = 5 }
    withDependencies {
      $0.number = 7
    } operation: {
      XCTAssertEqual(read(\.number), 7)
    }
  }

  // S391
  func testPartsOfADefaultArePrepared() {
    prepareDependencies {
      $0.client.first = { 10 }
      $0.client.second = { 20 }
    }
    XCTAssertEqual([read(\.client).first(), read(\.client).second()], [10, 20])
  }

  // S391
  func testTheContextIsPrepared() {
    prepareDependencies { $0.context = .live }
    XCTAssertEqual(read(\.context), .live)
    XCTAssertEqual(read(\.complete), "live")
    withDependencies {
      $0.context = .test
    } operation: {
      XCTAssertEqual(read(\.complete), "test")
    }
  }

  // S391, S378
  func testFreshDependenciesKeepWhatIsPrepared() {
    prepareDependencies {
      $0.number = 5
      $0.context = .live
    }
    XCTAssertEqual(read(\.counted).next(), 0)
    withFreshDependencies {
      XCTAssertEqual(read(\.number), 5)
      XCTAssertEqual(read(\.context), .live)
      XCTAssertEqual(read(\.counted).next(), 0, "a value that isn't prepared is created again")
      // Values that are prepared here are prepared only here.
      prepareDependencies { $0.testOnly = "here" }
      withFreshDependencies { XCTAssertEqual(read(\.testOnly), "here") }
    }
    withDependencies {
      $0.context = .test
    } operation: {
      XCTAssertNotEqual(read(\.testOnly), "here")
    }
  }

  // S391
  func testAPreparationThatThrowsSetsNothing() {
    XCTAssertThrowsError(
      try prepareDependencies {
        $0.number = 5
        throw Failure()
      }
    )
    XCTAssertEqual(read(\.number), -1)
  }

  // S392
  func testASecondPreparationIsAnIssueAndTheFirstStays() {
    prepareDependencies { $0.number = 5 }
    let line: UInt = #line + 1
    let issues = issues { prepareDependencies { $0.number = 6 } }
    XCTAssertEqual(issues.map(\.location.line), [line])
    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        A dependency with a value of type Int was prepared after it had been read or prepared. The dependency keeps its value.

        Call `prepareDependencies` once, at the start of the program, before any code reads a dependency. To replace \
        a value for a part of the program, use `withDependencies`.
        """
      ]
    )
    XCTAssertEqual(read(\.number), 5)
  }

  // S392
  func testAPreparationAfterTheFirstAccessIsAnIssue() {
    XCTAssertEqual(read(\.number), -1)
    let issues = issues {
      prepareDependencies {
        $0.number = 5
        $0.testOnly = "prepared"
      }
    }
    XCTAssertEqual(issues.count, 1)
    XCTAssertEqual(read(\.number), -1)
    XCTAssertEqual(read(\.testOnly), "prepared")
  }

  // S392
  func testPreparingAnotherDependencyLaterIsNoIssue() {
    prepareDependencies { $0.number = 5 }
    prepareDependencies { $0.testOnly = "prepared" }
    XCTAssertEqual(read(\.testOnly), "prepared")
  }

  // S392
  func testPreviewsMayPrepareAgain() {
    withDependencies {
      $0.context = .preview
    } operation: {
      XCTAssertEqual(read(\.number), 1)
      prepareDependencies { $0.number = 5 }
      prepareDependencies { $0.number = 6 }
      XCTAssertEqual(read(\.number), 6)
    }
  }
}
