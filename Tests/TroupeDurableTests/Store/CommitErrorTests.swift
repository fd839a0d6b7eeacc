import Troupe
import XCTest

@testable import TroupeDurable

/// What the errors of `commit` say.
final class CommitErrorTests: XCTestCase {
  private struct Full: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
  }

  private static let codes: [(CommitError.Code, name: String, advice: String)] = [
    (.superseded, "superseded", "Another store has saved the same key"),
    (.unavailable, "unavailable", "The store has been closed, as its state couldn't be saved."),
    (.corrupt, "corrupt", "The store has been closed, as its state couldn't be saved."),
    (.unencodable, "unencodable", "The store has been closed, as its state couldn't be saved."),
    (.cancelled, "cancelled", "The task was cancelled before the action was saved."),
    (.closed, "closed", "The store takes no more actions."),
    (.tooManyWaiting, "tooManyWaiting", "Too many tasks wait for the store."),
    (.notDurable, "notDurable", "A store without storage can't commit."),
  ]

  func testEachSaysWhatHappenedAndWhatBecameOfTheAction() {
    for (code, name, advice) in Self.codes {
      XCTAssertEqual(code.description, name)
      for wasReduced in [false, true] {
        let text = CommitError(code, wasReduced: wasReduced).description
        XCTAssertTrue(text.hasPrefix(advice), text)
        // A cancelled one was reduced in any case.
        let isReducedText = text.contains("Whether the action is saved isn't known.")
        let isUnreducedText = text.contains("The action wasn't reduced.")
        XCTAssertEqual(isReducedText, wasReduced && code != .cancelled, text)
        XCTAssertEqual(isUnreducedText, !wasReduced && code != .cancelled, text)
      }
    }
    // Each has a text of its own, but for those of a store that couldn't save.
    XCTAssertEqual(Set(Self.codes.map(\.advice)).count, Self.codes.count - 2)
  }

  func testThoseOfAClosedStoreSayTheCause() {
    for (code, _, _) in Self.codes {
      let text = CommitError(code, wasReduced: true, because: Full()).description
      let saysCause = [.unavailable, .corrupt, .unencodable, .closed].contains(code)
      XCTAssertEqual(text.contains("the disk is full"), saysCause, text)
    }
  }

  func testTheErrorOfAStoreThatCouldNotSaveHasTheKindOfItsCause() {
    let causes: [(any Error, CommitError.Code)] = [
      (StorageError.superseded("key"), .superseded),
      (StorageError.unavailable("key", because: Full()), .unavailable),
      (StorageError.corrupt("key", because: Full(), bytes: nil), .corrupt),
      (Full(), .unencodable),
    ]
    for (cause, code) in causes {
      let error = CommitError(failedToSave: "key", because: cause)
      XCTAssertEqual(error.code, code)
      XCTAssertTrue(error.wasReduced)
      XCTAssertNotNil(error.underlying)
      let unreduced = error.ofUnreducedAction
      XCTAssertEqual(unreduced.code, code)
      XCTAssertFalse(unreduced.wasReduced)
      XCTAssertNotNil(unreduced.underlying)
    }
  }

  func testTheIssueSaysTheReasonTheCauseAndTheLoss() {
    let unavailable = CommitError(
      failedToSave: "key",
      because: StorageError.unavailable("key", because: Full())
    )
    let one = unavailable.message("A store", "key", 1)
    XCTAssertTrue(one.hasPrefix("A store was closed: its state couldn't be saved. The key is \"key\"."), one)
    XCTAssertTrue(one.contains("The error: ") && one.contains("the disk is full"), one)
    XCTAssertTrue(one.contains("Its last turn isn't known to be saved. Nothing of it has left"), one)
    let two = unavailable.message("A store", "key", 2)
    XCTAssertTrue(two.contains("Its last 2 turns aren't known to be saved. Nothing of them has left"), two)
    let superseded = CommitError(failedToSave: "key", because: StorageError.superseded("key"))
    let other = superseded.message("A store", "key", 1)
    XCTAssertTrue(other.contains("another store, here or in another process, has saved the same key."), other)
    XCTAssertFalse(other.contains("The error: "), other)
    let nothing = CommitError(.unavailable, wasReduced: true).message("A store", "key", 1)
    XCTAssertFalse(nothing.contains("The error: "), nothing)
  }
}
