import TroupePackageDiscoveredTests
import TroupeTesting
import XCTest

/// Runs the tests of XCTest in one process, in an order that `TROUPE_ORDER` decides; see `.ci/repeat`.
@main
struct Shuffled {
  static func main() {
    let order = ProcessInfo.processInfo.environment["TROUPE_ORDER"].flatMap(UInt64.init) ?? 0
    var generator = SeededGenerator(seed: order)
    // Test by test, so that those of different test cases follow each other.
    var tests: [XCTestCaseEntry] = []
    for (testCase, methods) in __allDiscoveredTests() {
      for method in methods { tests.append((testCase, [method])) }
    }
    XCTMain(tests.shuffled(using: &generator))
  }
}
