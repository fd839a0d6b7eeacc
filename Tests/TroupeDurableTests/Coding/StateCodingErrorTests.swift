import TroupeDiagnostics
import XCTest

@testable import TroupeDurable

/// The texts of coding errors.
final class StateCodingErrorTests: XCTestCase {
  private struct Failure: Error, CustomStringConvertible { let description = "the date is odd" }

  func testAnIssueHasTheWholeTextOfAStorageError() {
    // A path isn't truncated, because the file's name is at its end.
    let file = DamagedFile(path: String(repeating: "folder/", count: 300), damage: .noFile)
    let error = StorageError.corrupt("tea", because: file, bytes: nil)
    XCTAssertEqual(IssueText.failure(error), error.description)
    XCTAssertNotEqual(IssueText.failure(error), IssueText.error(error))
    XCTAssertEqual(IssueText.failure(Failure()), "the date is odd")
  }

  func testEachErrorSaysWhatHappenedAndWhatToDo() {
    let found = StateEnvelope(version: 7, format: "other")
    let texts: [(StateCodingError.Code, StateEnvelope?, [String])] = [
      (
        .unencodable, nil,
        ["couldn't be encoded as json, version 3 (the date is odd).", "Correct the encoding of its type."]
      ),
      (.notAState, nil, ["not a state: no `StateCodec` has written them. Check"]),
      (.otherFormat, found, ["was encoded as other, not as json.", "Decode it with that format."]),
      (.otherFormat, nil, ["was encoded as another format, not as json."]),
      (.newerVersion, found, ["saved with version 7, but this program has version 3."]),
      (
        .unknownVersion, found,
        ["saved with version 7, which the `StateCodec`'s `migrate`", "doesn't convert to version 3."]
      ),
      (
        .undecodable, found,
        ["couldn't be decoded as json, version 7 (the date is odd).", "raise the version"]
      ),
    ]
    for (code, found, parts) in texts {
      let error = StateCodingError(code, expected: 3, "json", found, [1, 2], because: Failure())
      for part in parts { XCTAssertTrue("\(error)".contains(part), "\(error)") }
      let hasBytes = "\(error)".contains(" The error's `bytes` contains the 2 bytes.")
      XCTAssertEqual(hasBytes, code != .unencodable, "\(error)")
      XCTAssertEqual(error.version, found?.version)
      XCTAssertNil(error.key)
      XCTAssertFalse("\(error)".contains("The key is"), "\(error)")
      let ofKey = error.of("tea")
      XCTAssertEqual(ofKey.key, "tea")
      XCTAssertTrue("\(ofKey)".contains(" The key is \"tea\"."), "\(ofKey)")
    }
    XCTAssertFalse("\(StateCodingError(.unencodable, expected: 1, "json"))".contains("("))
  }
}
