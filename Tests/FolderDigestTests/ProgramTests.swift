import Foundation
import XCTest

@testable import FolderDigest

final class ProgramTests: FolderDigestTestCase {
  func testTheReport() async throws {
    let transcript = Transcript()
    let files = FileAccess.inMemory(
      [
        "folder/long\u{1B}[31m": Array("red sea red\nthe six\n".utf8),
        "folder/short": Array("sea".utf8),
        "folder/b": [0],
        "folder/a": [0xFF],
      ],
      failures: ["folder/secret": .unreadable("Permission denied")]
    )
    let code = await run(["folder", "--top", "2", "--verbose"], files, transcript.console())
    XCTAssertEqual(code, 0)
    XCTAssertEqual(
      transcript.printed,
      """
      Totals of folder
         2  files
         2  lines
         6  words
        23  bytes
         3  skipped

      Most frequent words
        2  red
        2  sea

      Largest files
        20  folder/long\\u{1B}[31m
         3  folder/short

      """
    )
    XCTAssertEqual(
      transcript.complained,
      """
      skipped folder/a: not valid UTF-8
      skipped folder/b: binary: contains a NUL byte
      skipped folder/secret: can't be read: Permission denied

      """
    )
  }

  func testNamesCanNotForgeLinesOrTurnTextAround() async throws {
    let transcript = Transcript()
    let files = FileAccess.inMemory(
      ["folder/a\nskipped b\u{2028}c": [0], "folder/\u{202E}txt.exe": Array("word".utf8)],
      failures: ["folder/s\u{2066}": .unreadable("no\rreason")]
    )
    let code = await run(["folder", "--verbose"], files, transcript.console())
    XCTAssertEqual(code, 0)
    XCTAssertEqual(tables(of: transcript.printed)["Largest files"], ["4 folder/\\u{202E}txt.exe"])
    XCTAssertEqual(
      transcript.complained,
      """
      skipped folder/a\\u{A}skipped b\\u{2028}c: binary: contains a NUL byte
      skipped folder/s\\u{2066}: can't be read: no\\u{D}reason

      """
    )
    let other = Transcript()
    let otherCode = await run(["--\u{1B}[31m"], files, other.console())
    XCTAssertEqual(otherCode, 2)
    XCTAssertFalse(other.complained.contains("\u{1B}"), other.complained)
  }

  func testOutputThatCanNotBeWrittenIsAnError() async throws {
    for arguments in [["folder"], ["--help"]] {
      let transcript = Transcript()
      var console = transcript.console()
      console.print = { _ in throw OutputError(reason: "No space left on device") }
      let code = await run(arguments, .inMemory(["folder/a": [0x61]]), console)
      XCTAssertEqual(code, 1)
      XCTAssertEqual(
        transcript.complained,
        "FolderDigest: the result can't be written: No space left on device\n"
      )
    }
  }

  func testNothingIsFoundInAnEmptyFolder() async throws {
    let folder = try TestFolder()
    let transcript = Transcript()
    let code = await run([folder.path], .live, transcript.console())
    XCTAssertEqual(code, 0)
    XCTAssertEqual(
      transcript.printed,
      "Totals of \(folder.path)\n  0  files\n  0  lines\n  0  words\n  0  bytes\n  0  skipped\n"
    )
  }

  func testBadInputIsExplained() async throws {
    let folder = try TestFolder()
    try folder.write("file", "text")
    let table = [
      ([], "say which folder to digest\nTry 'FolderDigest --help'."),
      (["--fast", folder.path], "there is no option '--fast'\nTry 'FolderDigest --help'."),
      ([folder.path + "/none"], "there is no folder '\(folder.path)/none'"),
      ([folder.path + "/file"], "'\(folder.path)/file' is not a folder"),
    ]
    for (arguments, message) in table {
      let transcript = Transcript()
      let code = await run(arguments, .live, transcript.console())
      XCTAssertEqual(code, 2)
      XCTAssertEqual(transcript.complained, "FolderDigest: \(message)\n")
      XCTAssertEqual(transcript.printed, "")
    }
  }

  func testProgressIsShownOnATerminal() async throws {
    let gate = Gate()
    let transcript = Transcript()
    var console = transcript.console(isTerminal: true)
    console.complain = { [complain = console.complain] text in
      complain(text)
      if text.contains("0 of 1 files") { gate.open() }
    }
    var files = FileAccess.inMemory(["folder/a": [0x61]])
    files.digest = { [digest = files.digest] path in
      try await gate.pass()
      return try await digest(path)
    }
    let code = await run(["folder"], files, console)
    XCTAssertEqual(code, 0)
    XCTAssertTrue(transcript.complained.contains("\r\u{1B}[K0 of 1 files"))
    XCTAssertTrue(transcript.complained.hasSuffix("\r\u{1B}[K"), "the line is gone in the end")
    XCTAssertFalse(transcript.printed.contains("\u{1B}"))
  }

  func testProgressIsNotShownElsewhere() async throws {
    let transcript = Transcript()
    let code = await run(["folder"], .inMemory(["folder/a": [0x61]]), transcript.console())
    XCTAssertEqual(code, 0)
    XCTAssertEqual(transcript.complained, "")
  }

  func testAnInterruptGivesAPartialResult() async throws {
    // Twice, because listening must also work in a process in which an earlier listener has ended.
    for signal in [SIGINT, SIGTERM, SIGINT, SIGTERM] {
      let transcript = Transcript()
      let gate = Gate()
      var files = FileAccess.inMemory(["folder/a": Array("word\n".utf8), "folder/b": Array("held\n".utf8)])
      files.digest = { [digest = files.digest] path in
        if path == "folder/b" {
          kill(getpid(), signal)
          try await gate.pass()
        }
        return try await digest(path)
      }
      let code = await run(["folder", "--workers", "1"], files, transcript.console())
      XCTAssertEqual(code, 130)
      XCTAssertTrue(
        transcript.printed.hasPrefix("Partial result: stopped after 1 of 2 files"),
        transcript.printed
      )
      XCTAssertEqual(tables(of: transcript.printed)["Largest files"], ["5 folder/a"])
      XCTAssertEqual(transcript.complained, "")
    }
  }
}
