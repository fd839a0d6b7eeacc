import TroupePackageDiscoveredTests
import XCTest

/// Runs the tests of XCTest in one process, in an order that `TROUPE_ORDER` decides; see `.ci/repeat`.
@main
struct Shuffled {
  /// SplitMix64, so that a number stands for the same order on each machine.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static func main() {
    let order = ProcessInfo.processInfo.environment["TROUPE_ORDER"].flatMap(UInt64.init) ?? 0
    var generator = Generator(state: order)
    // Test by test, so that those of different test cases follow each other.
    var tests: [XCTestCaseEntry] = []
    for (testCase, methods) in __allDiscoveredTests() {
      for method in methods { tests.append((testCase, [method])) }
    }
    XCTMain(tests.shuffled(using: &generator))
  }
}
