import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// A test case that checks histories of a register.
class RegisterTestCase: XCTestCase {
  typealias Register = Timeline<RegisterCall, Int>

  func timeline(_ build: (inout Register) -> Void) -> Register {
    var timeline = Register()
    build(&timeline)
    return timeline
  }

  func assertLegal(_ timeline: Register, line: UInt = #line) {
    let violation = timeline.history.violation(of: .register)
    XCTAssertNil(violation, violation?.description ?? "", line: line)
  }

  func assertIllegal(_ timeline: Register, _ text: String, line: UInt = #line) {
    let violation = timeline.history.violation(of: .register)
    XCTAssertEqual(violation?.description ?? "", text, line: line)
    XCTAssertEqual(violation?.check, "linearizable", line: line)
  }
}
