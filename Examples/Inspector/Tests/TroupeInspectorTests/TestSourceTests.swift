import BrowserTesting
import Foundation
import TroupeRecording
import XCTest

@testable import TroupeInspector

/// The source of tests. The files in `Generated` are what the page makes of `shop.jsonl`; they run as tests
/// of this package.
final class TestSourceTests: InspectorTestCase {
  private static let generated = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Generated"
  )

  private func contents() throws -> RecordingContents {
    try RecordingContents(Self.generated.appending(path: "shop.jsonl").path)
  }

  // S902
  func testTheGeneratedTestsAreThoseThatRun() async throws {
    let isWritten = ProcessInfo.processInfo.environment["TROUPE_WRITE_GENERATED"] != nil
    if isWritten { try await ShopRun.record(to: Self.generated.appending(path: "shop.jsonl").path) }
    let recording = try contents()
    for (library, last, file) in [
      (TestSource.Library.xctest, 8, "ShopRecordingTests.swift"), (.testing, 5, "ShopRecordingSuite.swift"),
    ] {
      let first = library == .xctest ? 0 : 3
      var test = TestSource(of: recording, first: first, last: last, library: library)
      test.module = "Shop"
      let source = try test.text(of: recording)
      let url = Self.generated.appending(path: file)
      if isWritten { try source.write(to: url, atomically: true, encoding: .utf8) }
      XCTAssertEqual(source, try String(contentsOf: url, encoding: .utf8))
    }
  }

  // S902
  func testThePageGetsTheSource() async throws {
    let path = Self.generated.appending(path: "shop.jsonl").path
    let running = try await show(.file(OpenedFile(path: path), nil))
    let answer = try running.ask("test?from=0&to=8&library=xctest")
    XCTAssertEqual(answer["module"], .string("MyModule"))
    XCTAssertEqual(answer["feature"], .string("Shop"))
    XCTAssertTrue(answer["source"]?.text?.contains("final class ShopRecordingTests: XCTestCase") == true)
    let other = try running.ask("test?from=2&to=3&library=testing&feature=A.B%7D;C&module=M%20x")
    XCTAssertTrue(other["source"]?.text?.contains("@testable import Mx") == true)
    XCTAssertTrue(other["source"]?.text?.contains("{ A.BC() }") == true, "\(other)")
    XCTAssertEqual(try running.get("/\(running.token)/api/test?from=5&to=3").status, 422)
  }

  // S902
  func testTextsOfARecordingCannotEndTheLiteral() throws {
    let path = folder.path("hostile.jsonl")
    let hostile = ###"\#(exit(1)) """# "# \("###
    let recorded = RecordedValue.object(["text": .string(hostile)])
    let lines = try String(contentsOfFile: Self.generated.appending(path: "shop.jsonl").path, encoding: .utf8)
      .split(separator: "\n")
    var header = try XCTUnwrap(RecordedValue(json: lines[0].utf8))
    header["store"] = recorded
    header["state"] = .string("Evil { } func.State<Int>.State")
    let text = ([String(decoding: header.json, as: UTF8.self)] + lines.dropFirst().map(String.init)).joined(
      separator: "\n"
    )
    try text.appending("\n").write(toFile: path, atomically: true, encoding: .utf8)
    let recording = try RecordingContents(path)
    let source = try TestSource(of: recording, first: 0, last: 8, library: .xctest).text(of: recording)
    XCTAssertTrue(source.contains("let recording = ##\"\"\"") || source.contains("let recording = ###\"\"\""))
    XCTAssertTrue(source.contains("{ Evilfunc.StateInt() }"))
  }
}
