import XCTest

@testable import FolderDigest

/// The result as JSON, and the short form of the messages about skipped files.
final class SummaryTests: FolderDigestTestCase {
  private let texts = ["folder/a": "sea red\n", "folder/b": "red\n", "folder/c": "six six\n"]

  private func scan(inOrder paths: [String], _ skipped: [Skipped]) throws -> Scan.State {
    var scan = Scan.State(folder: "folder")
    for path in paths {
      var counter = TextCounter()
      try counter.count(texts[path, default: ""].utf8)
      scan.digest.merge(try counter.finish(path))
    }
    scan.skipped = skipped
    return scan
  }

  func testTheBytesAreTheSameInAnyOrderOfReading() throws {
    let skipped = ["b", "a", "é"].map {
      Skipped(path: "folder/\($0)x", reason: "binary: contains a NUL byte")
    }
    let orders = [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]]
    let texts = try orders.enumerated().map { index, order in
      let turned = skipped[index...] + skipped[..<index]
      return try Summary(scan(inOrder: order.map { "folder/" + $0 }, Array(turned)), top: 10).json()
    }
    XCTAssertEqual(Set(texts).count, 1)
    XCTAssertEqual(
      texts[0],
      """
      {
        "bytes" : 20,
        "files" : 3,
        "folder" : "folder",
        "foldersLeftOut" : 0,
        "isPartial" : false,
        "largestFiles" : [
          {
            "bytes" : 8,
            "path" : "folder/a"
          },
          {
            "bytes" : 8,
            "path" : "folder/c"
          },
          {
            "bytes" : 4,
            "path" : "folder/b"
          }
        ],
        "lines" : 3,
        "mostFrequentWords" : [
          {
            "count" : 2,
            "word" : "red"
          },
          {
            "count" : 2,
            "word" : "six"
          },
          {
            "count" : 1,
            "word" : "sea"
          }
        ],
        "skipped" : [
          {
            "path" : "folder/ax",
            "reason" : "binary: contains a NUL byte"
          },
          {
            "path" : "folder/bx",
            "reason" : "binary: contains a NUL byte"
          },
          {
            "path" : "folder/éx",
            "reason" : "binary: contains a NUL byte"
          }
        ],
        "words" : 5
      }

      """
    )
  }

  func testSkippedFilesTakeOneLine() async throws {
    let transcript = Transcript()
    let binaries = (0..<510).map { ("folder/\($0)", [0 as UInt8]) }
    let files = FileAccess.inMemory(
      Dictionary(uniqueKeysWithValues: binaries),
      failures: ["folder/secret": .unreadable("Permission denied")]
    )
    let code = await run(["folder", "--json"], files, transcript.console())
    XCTAssertEqual(code, 0)
    XCTAssertEqual(
      transcript.complained,
      """
      skipped 511: 510 binary: contains a NUL byte; 1 can't be read: Permission denied (--verbose names them)

      """
    )
    XCTAssertTrue(transcript.printed.hasPrefix("{\n"))
  }

  func testFoldersThatAreLeftOutAreCounted() async throws {
    let folder = try TestFolder()
    for (hidden, word) in [([".git"], "folder"), ([".git", "build"], "folders")] {
      for name in hidden { try folder.write("\(name)/a", "text") }
      let transcript = Transcript()
      let code = await run([folder.path], .live, transcript.console())
      XCTAssertEqual(code, 0)
      XCTAssertEqual(
        transcript.complained,
        "left out \(hidden.count) \(word): hidden, build products or excluded; see --all\n"
      )
    }
  }
}
