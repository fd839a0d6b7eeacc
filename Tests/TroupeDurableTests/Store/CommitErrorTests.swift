import Troupe
import XCTest

@testable import TroupeDurable

/// The texts of the errors of `commit`.
final class CommitErrorTests: XCTestCase {
  private struct Full: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
  }

  private static let codes: [(CommitError.Code, name: String, advice: String)] = [
    (.superseded, "superseded", "Another store has saved the same key, so a store, with the key \"key\","),
    (.unavailable, "unavailable", "closed: its state couldn't be saved."),
    (.corrupt, "corrupt", "closed: its state couldn't be saved."),
    (.unencodable, "unencodable", "closed: its state couldn't be encoded."),
    (.cancelled, "cancelled", "The task was cancelled before a store,"),
    (.closed, "closed", "accepts no more actions."),
    (.tooManyWaiting, "tooManyWaiting", "Too many tasks are waiting for a store,"),
    (.notDurable, "notDurable", "can't commit, because the store has no storage."),
  ]

  private static let outcomes: [(CommitError.Outcome, name: String, text: String)] = [
    (.notReduced, "notReduced", "The action wasn't reduced."),
    (.notSaved, "notSaved", "The action was reduced, but isn't saved."),
    (.saved, "saved", "The action is saved."),
    (.unknown, "unknown", "Whether the action is saved is unknown."),
  ]

  private static func error(
    _ code: CommitError.Code,
    _ outcome: CommitError.Outcome,
    because cause: (any Error)? = nil
  ) -> CommitError {
    CommitError(code, outcome, of: "a store", "key", because: cause)
  }

  func testEachSaysWhatHappenedAndWhatBecameOfTheAction() {
    for (code, name, advice) in Self.codes {
      XCTAssertEqual(code.description, name)
      for (outcome, name, _) in Self.outcomes {
        XCTAssertEqual(outcome.description, name)
        let error = Self.error(code, outcome)
        XCTAssertEqual(error.wasReduced, outcome != .notReduced)
        // A cancelled action was reduced in any case. If a shutdown ended the store, the text says more.
        if code == .cancelled || (code == .closed && outcome != .notReduced) { continue }
        let text = error.description
        XCTAssertTrue(text.contains(advice), text)
        for (other, _, said) in Self.outcomes {
          XCTAssertEqual(text.contains(said), other == outcome, text)
        }
      }
    }
    XCTAssertTrue(
      Self.error(.cancelled, .unknown).description.hasPrefix("The task was cancelled before a store,")
    )
    XCTAssertTrue(Self.error(.closed, .unknown).description.hasPrefix("A shutdown ended a store,"))
  }

  func testASentenceThatBeginsWithTheStoreIsOne() {
    for code in [CommitError.Code.unavailable, .unencodable, .closed] {
      let text = Self.error(code, .notReduced).description
      XCTAssertTrue(text.contains("A store, with the key \"key\", "), text)
    }
  }

  func testAnotherStoreOfTheKeyTakesWhatAClosedOneRefused() {
    let closed: [CommitError.Code] = [.superseded, .unavailable, .corrupt, .unencodable, .closed]
    for (code, _, _) in Self.codes {
      for (outcome, _, _) in Self.outcomes {
        XCTAssertEqual(
          Self.error(code, outcome).isOfClosedStore,
          outcome == .notReduced && closed.contains(code),
          "\(code), \(outcome)"
        )
      }
    }
  }

  func testThoseOfAClosedStoreSayTheCause() {
    for (code, _, _) in Self.codes {
      let text = Self.error(code, .notReduced, because: Full()).description
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
    let fates: [(ActionFate, CommitError.Outcome?)] = [
      (.notReduced, .notReduced), (.saved, .saved), (.inFailedSave, nil), (.inNoSave, .notSaved),
      (.anyOfSeveral, .unknown),
    ]
    for (cause, code) in causes {
      for mayBeSaved in [false, true] {
        let error = CommitError(failedToSave: "a store", "key", mayBeSaved: mayBeSaved, because: cause)
        XCTAssertEqual(error.code, code)
        XCTAssertEqual(error.outcome, mayBeSaved ? .unknown : .notSaved)
        XCTAssertNotNil(error.underlying)
        for (fate, outcome) in fates {
          let other = error.of(fate)
          XCTAssertEqual(other.code, code)
          XCTAssertEqual(other.outcome, outcome ?? error.outcome)
          XCTAssertNotNil(other.underlying)
        }
        XCTAssertEqual(error.closed.code, code == .superseded ? .superseded : .notSaved)
      }
    }
  }

  func testTheIssueSaysTheReasonTheCauseAndTheLoss() {
    let lost = CommitError(
      failedToSave: "a store",
      "key",
      mayBeSaved: true,
      because: StorageError.unavailable("key", because: Full())
    )
    let one = lost.message("A store", "key", 1)
    XCTAssertTrue(one.hasPrefix("A store was closed: its state couldn't be saved. The key is \"key\"."), one)
    XCTAssertTrue(one.contains("The error: ") && one.contains("the disk is full"), one)
    XCTAssertTrue(
      one.contains("The store's last turn isn't known to be saved. No result of this turn became visible"),
      one
    )
    let two = lost.message("A store", "key", 2)
    XCTAssertTrue(
      two.contains(
        "The store's last 2 turns aren't known to be saved. No result of these turns became visible"
      ),
      two
    )
    let unencodable = CommitError(failedToSave: "a store", "key", mayBeSaved: false, because: Full())
    let known = unencodable.message("A store", "key", 2)
    XCTAssertTrue(known.hasPrefix("A store was closed: its state couldn't be encoded."), known)
    XCTAssertTrue(known.contains("The store's last 2 turns aren't saved."), known)
    let superseded = Self.error(.superseded, .unknown, because: StorageError.superseded("key"))
    let other = superseded.message("A store", "key", 1)
    XCTAssertTrue(other.contains("another store, in this or another process, has saved the same key."), other)
    XCTAssertFalse(other.contains("The error: "), other)
    let nothing = Self.error(.unavailable, .unknown).message("A store", "key", 1)
    XCTAssertFalse(nothing.contains("The error: "), nothing)
  }
}
