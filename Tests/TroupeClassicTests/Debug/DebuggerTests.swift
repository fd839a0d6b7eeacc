import XCTest

@testable import TroupeClassic

final class DebuggerTests: XCTestCase {
  func testTheTracerIsReadFromTheStatusOfTheProcess() {
    XCTAssertEqual(Debugger.tracer(in: "Name:\tswift\nTracerPid:\t4711\nUid:\t0\n"), 4711)
    XCTAssertEqual(Debugger.tracer(in: "Name:\tswift\nTracerPid:\t0\nUid:\t0\n"), 0)
    XCTAssertEqual(Debugger.tracer(in: "Name:\tTracerPid:\t1\n"), 0, "the name of the program says anything")
    XCTAssertEqual(Debugger.tracer(in: ""), 0)
  }

  /// Without a debugger the signal would end this process.
  func testWithoutADebuggerNothingStops() {
    withDependencies {
      $0.debuggerStop = .trap
    } operation: {
      Dependency(\.debuggerStop).wrappedValue()
    }
  }
}
