import Foundation
import XCTest

@testable import FolderDigest

/// Runs the program as a user does.
final class ExecutableTests: FolderDigestTestCase {
  func testHelp() async throws {
    let result = try await Subprocess.run(Places.program, ["--help"])
    XCTAssertEqual(result.exitCode, 0)
    XCTAssertEqual(result.output, Arguments.usage)
    XCTAssertEqual(result.error, "")
  }

  func testBadInput() async throws {
    let folder = try TestFolder()
    try folder.write("file", "text")
    let table = [
      ([folder.path + "/none"], "FolderDigest: there is no folder '\(folder.path)/none'\n"),
      ([folder.path + "/file"], "FolderDigest: '\(folder.path)/file' is not a folder\n"),
      ([folder.path, "--fast"], "FolderDigest: there is no option '--fast'\nTry 'FolderDigest --help'.\n"),
      ([], "FolderDigest: say which folder to digest\nTry 'FolderDigest --help'.\n"),
    ]
    for (arguments, message) in table {
      let result = try await Subprocess.run(Places.program, arguments)
      XCTAssertEqual(result.exitCode, 2)
      XCTAssertEqual(result.error, message)
      XCTAssertEqual(result.output, "")
    }
  }

  #if os(Linux)
    func testAFullDeviceIsAnError() async throws {
      let folder = try TestFolder()
      try folder.write("a.txt", "two words\n")
      for arguments in [[folder.path], ["--help"]] {
        let result = try await Subprocess.run(Places.program, arguments, writingTo: "/dev/full")
        XCTAssertEqual(result.exitCode, 1)
        XCTAssertEqual(
          result.error,
          "FolderDigest: the result can't be written: No space left on device\n"
        )
      }
    }
  #endif

  func testFilesThatAreNoTextAreNamedAndTheRestCounts() async throws {
    let folder = try TestFolder()
    try folder.write("a.txt", "two words\n")
    try folder.write("binary", [0x61, 0x00, 0x62])
    try folder.write("latin", [0x66, 0xFC, 0x72])
    try folder.write("z.txt", "three more words\n")
    let result = try await Subprocess.run(Places.program, [folder.path, "--top", "1", "--verbose"])
    XCTAssertEqual(result.exitCode, 0)
    XCTAssertEqual(
      result.error,
      """
      skipped \(folder.path)/binary: binary: contains a NUL byte
      skipped \(folder.path)/latin: not valid UTF-8

      """
    )
    XCTAssertEqual(
      tables(of: result.output),
      [
        "Totals of \(folder.path)": ["2 files", "2 lines", "5 words", "27 bytes", "2 skipped"],
        "Most frequent words": ["2 words"],
        "Largest files": ["17 \(folder.path)/z.txt"],
      ]
    )
  }
}
