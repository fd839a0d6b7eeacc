import XCTest

@testable import FolderDigest

final class CommandTests: FolderDigestTestCase {
  func testWhatIsUnderstood() throws {
    let table: [([String], Command)] = [
      (["--help"], .help),
      (["-h"], .help),
      (["folder", "--top", "3", "--help"], .help),
      (["folder"], .digest(Arguments(folder: "folder"))),
      (["--top", "3", "folder"], .digest(Arguments(folder: "folder", top: 3))),
      (["folder", "--top=0"], .digest(Arguments(folder: "folder", top: 0))),
      (["folder", "--workers", "16"], .digest(Arguments(folder: "folder", workers: 16))),
      (["folder", "--workers", "2", "--workers=3"], .digest(Arguments(folder: "folder", workers: 3))),
      (
        ["folder", "--extensions", "swift,.md,,tar.gz"],
        .digest(Arguments(folder: "folder", selection: Selection(extensions: ["swift", "md", "tar.gz"])))
      ),
      (["folder", "--trace", "a.json"], .digest(Arguments(folder: "folder", trace: "a.json"))),
      (["folder", "--record=a.jsonl"], .digest(Arguments(folder: "folder", record: "a.jsonl"))),
      (
        ["folder", "--exclude", "*.json", "--exclude=docs/a b", "--all"],
        .digest(
          Arguments(
            folder: "folder",
            selection: Selection(excluded: ["*.json", "docs/a b"], includesAll: true)
          )
        )
      ),
      (
        ["--json", "folder", "--verbose"], .digest(Arguments(folder: "folder", isJSON: true, isVerbose: true))
      ),
      (["folder", "--version"], .version),
      (["--top", "3", "--", "--help"], .digest(Arguments(folder: "--help", top: 3))),
      ([""], .digest(Arguments(folder: ""))),
    ]
    for (words, expected) in table { XCTAssertEqual(try Command(words), expected, "\(words)") }
  }

  func testWhatIsRefused() {
    let table: [([String], ArgumentError)] = [
      ([], .missingFolder),
      (["--top", "3"], .missingFolder),
      (["one", "two"], .unexpected("two")),
      (["one", "--", "two"], .unexpected("two")),
      (["folder", "--tops", "3"], .unknownOption("--tops")),
      (["folder", "-x"], .unknownOption("-x")),
      (["folder", "--color=always"], .unknownOption("--color")),
      (["folder", "--top"], .missingValue("--top")),
      (["folder", "--top", "--workers", "3"], .missingValue("--top")),
      (["folder", "--top", "many"], .notANumber("--top", value: "many", minimum: 0)),
      (["folder", "--top=-1"], .notANumber("--top", value: "-1", minimum: 0)),
      (["folder", "--workers", "0"], .notANumber("--workers", value: "0", minimum: 1)),
      (["folder", "--workers="], .notANumber("--workers", value: "", minimum: 1)),
      (["folder", "--trace="], .missingValue("--trace")),
      (["folder", "--trace"], .missingValue("--trace")),
      (["folder", "--record"], .missingValue("--record")),
      (["folder", "--extensions", ",."], .noExtensions(value: ",.")),
      (["folder", "--exclude"], .missingValue("--exclude")),
      (["folder", "--exclude="], .missingValue("--exclude")),
      (["folder", "--json=yes"], .unknownOption("--json")),
      (["--version=1", "folder"], .unknownOption("--version")),
    ]
    for (words, expected) in table {
      XCTAssertThrowsError(try Command(words), "\(words)") { XCTAssertEqual($0 as? ArgumentError, expected) }
    }
  }

  func testMessagesNameWhatIsWrong() {
    XCTAssertEqual("\(ArgumentError.unknownOption("--tops"))", "there is no option '--tops'")
    XCTAssertEqual(
      "\(ArgumentError.missingValue("--extensions"))",
      "'--extensions' needs a value, as in '--extensions swift,md'"
    )
    XCTAssertEqual(
      "\(ArgumentError.notANumber("--workers", value: "0", minimum: 1))",
      "'--workers' needs a number of at least 1, not '0'"
    )
  }
}
