import Troupe
import TroupeRecording
import XCTest

@testable import FolderDigest

/// The recordings that the program writes.
final class FolderRecordingTests: FolderDigestTestCase {
  private func replay(_ path: String) throws -> Replay<Session.State, Session.Action> {
    // The reducer asks for the stream of files when it returns the effect that reads it.
    try Replay(path) {
      Session(workers: 4)
    } withDependencies: {
      $0[FileAccess.self] = .inMemory([:])
    }
  }

  func testTheRecordingOfARunRunsAgain() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/recording.jsonl"
    let transcript = Transcript()
    let files = FileAccess.inMemory(
      ["folder/a": Array("a b\n".utf8), "folder/b": Array("c a".utf8), "folder/c": [0]]
    )
    let code = await run(["folder", "--record", path], files, transcript.console())
    XCTAssertEqual(code, 0)
    let replay = try replay(path)
    XCTAssertNil(try replay.divergence())
    XCTAssertTrue(replay.isComplete)
    let result = try XCTUnwrap(try replay.state(after: replay.turns.upperBound).result)
    XCTAssertEqual(result.digest.frequencies, ["a": 2, "b": 1, "c": 1])
    XCTAssertEqual(result.skipped.map(\.path), ["folder/c"])
  }

  func testTheRecordingOfTheExecutable() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/recording.jsonl"
    let result = try await Subprocess.run(Places.program, [Places.sources, "--record", path])
    XCTAssertEqual(result.exitCode, 0)
    XCTAssertEqual(result.error, "")
    let replay = try replay(path)
    XCTAssertGreaterThan(replay.turns.upperBound, 200)
    XCTAssertNil(try replay.divergence())
  }

  func testARecordingThatCanNotBeWritten() async throws {
    let files = FileAccess.inMemory(["folder/a": [0x61]])
    let transcript = Transcript()
    let code = await run(["folder", "--record", "/no such folder/a.jsonl"], files, transcript.console())
    XCTAssertEqual(code, 2)
    XCTAssertEqual(
      transcript.complained,
      "FolderDigest: The recording /no such folder/a.jsonl: Opening the file failed: No such file or directory. "
        + "Choose a file in a folder that exists and is writable.\n"
    )
    XCTAssertEqual(transcript.printed, "")
  }
}
