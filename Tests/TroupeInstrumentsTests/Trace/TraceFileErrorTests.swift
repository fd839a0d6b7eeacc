import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

final class TraceFileErrorTests: TroupeTestCase {
  private struct Feature: Reducer {
    struct State {}
    enum Action { case act }
    var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  }

  private static func send(_ count: Int, _ instrument: some Instrument) async {
    var configuration = StoreConfiguration<Feature.Action>()
    configuration.instruments = [instrument]
    let store = Store(initialState: Feature.State(), configuration: configuration) { Feature() }
    for _ in 0..<count { await store.send(.act) }
  }

  // S636
  func testAPathThatCanNotBeOpened() {
    let path = "/there is no such folder/trace.json"
    XCTAssertThrowsError(try TraceFile(path: path)) { error in
      let error = error as? TraceFileError
      XCTAssertEqual(error?.code, .cannotOpen)
      XCTAssertEqual(error?.path, path)
      XCTAssertEqual(error?.reason, "No such file or directory")
    }
  }

  // S636
  func testTwoTracesDoNotWriteOneFile() throws {
    let file = TestFile()
    let first = try TraceFile(path: file.path)
    XCTAssertThrowsError(try TraceFile(path: file.path)) { error in
      XCTAssertEqual((error as? TraceFileError)?.code, .inUse)
    }
    try first.close()
    try TraceFile(path: file.path).close()
    // A device is shared.
    let null = try [TraceFile(path: "/dev/null"), TraceFile(path: "/dev/null")]
    for trace in null { try trace.close() }
  }

  // S634
  func testAFileIsATraceAfterEachFlush() async throws {
    let file = TestFile()
    try "what was there before, which is longer".write(toFile: file.path, atomically: false, encoding: .utf8)
    let trace = try TraceFile(path: file.path)
    await Self.send(3, trace)
    try trace.flush()
    XCTAssertEqual(try file.text().split(separator: "\n").count, 1 + 2 + 3 * 4)
    await Self.send(1, trace)
    try trace.close()
    try trace.close()
    XCTAssertTrue(try file.text().hasSuffix("}\n]\n"))
    let text = try file.text()
    await Self.send(1, trace)
    try trace.flush()
    XCTAssertEqual(try file.text(), text, "nothing is written to a closed file")
  }

  // S636
  func testLettingGoOfAFileClosesIt() async throws {
    let file = TestFile()
    await Self.send(1, try TraceFile(path: file.path))
    XCTAssertTrue(try file.text().hasSuffix("}\n]\n"))
  }

  #if os(Linux)
    // S636
    func testAFullDisk() async throws {
      let trace = try TraceFile(path: "/dev/full")
      await Self.send(2_000, trace)
      for _ in 0..<2 {
        XCTAssertThrowsError(try trace.close()) { error in
          XCTAssertEqual((error as? TraceFileError)?.code, .cannotWrite)
          XCTAssertEqual((error as? TraceFileError)?.reason, "No space left on device")
        }
      }
    }

    // S636
    func testAFullDiskThatNobodyAskedAboutIsAnIssue() async throws {
      let issues = IssueCollector()
      try await withIssueReporters([issues]) { await Self.send(2_000, try TraceFile(path: "/dev/full")) }
      XCTAssertEqual(issues.all.count, 1)
      XCTAssertTrue(issues.all[0].message.contains("No space left on device"), issues.all[0].message)
    }
  #endif
}
