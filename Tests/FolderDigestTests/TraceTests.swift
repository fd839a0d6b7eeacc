import Foundation
import TraceChecking
import XCTest

@testable import FolderDigest

/// The traces that the program writes.
final class TraceTests: FolderDigestTestCase {
  private func trace(_ folder: TestFolder) throws -> Trace {
    try Trace(String(contentsOfFile: folder.path + "/trace.json", encoding: .utf8))
  }

  func testTheTraceOfARun() async throws {
    let folder = try TestFolder()
    let transcript = Transcript()
    let files = FileAccess.inMemory(
      ["folder/a": Array("a b\n".utf8), "folder/b": Array("c".utf8), "folder/c": [0]]
    )
    let code = await run(["folder", "--trace", folder.path + "/trace.json"], files, transcript.console())
    XCTAssertEqual(code, 0)
    let trace = try trace(folder)
    XCTAssertEqual(trace.problems, [])
    XCTAssertEqual(trace.trackNames, [1: "FolderDigest"])
    let effects = trace.intervals.filter { $0.category == "effect" }
    XCTAssertEqual(effects.map(\.name).sorted(), ["digest", "digest", "digest", "dismiss", "list"])
    XCTAssertEqual(Set(effects.map { $0.arguments["ended"] }), ["finished"])
    let found = trace.slices.filter { $0.name.contains(".found(") }
    XCTAssertEqual(found.count, 3)
    // The single action that the program has sent caused all of it.
    let actions = trace.slices.filter { $0.category == "action" }
    XCTAssertEqual(Set(actions.dropFirst().map { $0.arguments["root"] }), [actions[0].arguments["id"]])
  }

  func testTheTraceOfTheExecutable() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/trace.json"
    let result = try await Subprocess.run(Places.program, [Places.sources, "--trace", path])
    XCTAssertEqual(result.exitCode, 0)
    XCTAssertEqual(result.error, "")
    let trace = try trace(folder)
    XCTAssertEqual(trace.problems, [])
    let digests = trace.intervals.filter { $0.name == "digest" }
    XCTAssertGreaterThan(digests.count, 100)
    // Four are read at a time.
    for digest in digests {
      let others = digests.filter { $0.begin <= digest.begin && digest.begin < ($0.end ?? 0) }
      XCTAssertLessThanOrEqual(others.count, 4)
    }
    // File names are payloads.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    XCTAssertFalse(text.contains(Places.sources))
  }

  func testATraceThatCanNotBeWritten() async throws {
    let files = FileAccess.inMemory(["folder/a": [0x61]])
    let transcript = Transcript()
    let code = await run(["folder", "--trace", "/no such folder/a\n.json"], files, transcript.console())
    XCTAssertEqual(code, 2)
    XCTAssertEqual(
      transcript.complained,
      """
      FolderDigest: The trace "/no such folder/a\\n.json" can't be created: No such file or directory. Choose \
      a file in a folder that exists and is writable.

      """
    )
    XCTAssertEqual(transcript.printed, "")
  }

  #if os(Linux)
    func testATraceOnAFullDisk() async throws {
      let files = FileAccess.inMemory(["folder/a": [0x61]])
      let transcript = Transcript()
      let code = await run(["folder", "--trace", "/dev/full"], files, transcript.console())
      XCTAssertEqual(code, 1)
      XCTAssertTrue(
        transcript.complained.contains("\"/dev/full\" can't be written to: No space left on device")
      )
      XCTAssertTrue(transcript.printed.hasPrefix("Totals of folder"), "the result is there all the same")
    }
  #endif

  /// Draws the guide's picture, if the variable `TROUPE_PICTURE` has a path for it.
  func testThePicture() async throws {
    let folder = try TestFolder()
    let files = FileAccess.inMemory(
      Dictionary(
        uniqueKeysWithValues: (1...6).map { ("folder/\($0)", Array(repeating: 0x61, count: $0 * 2_000)) }
      )
    )
    let transcript = Transcript()
    let code = await run(["folder", "--trace", folder.path + "/trace.json"], files, transcript.console())
    XCTAssertEqual(code, 0)
    let picture = try trace(folder).picture("FolderDigest reads six files, four at a time")
    for text in ["list", "digest", "FolderDigest", "<path"] { XCTAssertTrue(picture.contains(text)) }
    if let path = ProcessInfo.processInfo.environment["TROUPE_PICTURE"] {
      try picture.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
