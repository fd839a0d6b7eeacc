import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Keys, revisions, instants and errors.
final class StorageValuesTests: XCTestCase {
  func testKeysAreTheSameWhenTheirUTF8Is() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    XCTAssertEqual(composed, decomposed)
    XCTAssertNotEqual(StorageKey(composed), StorageKey(decomposed))
    XCTAssertEqual(Set([StorageKey(composed), StorageKey(decomposed), StorageKey(composed)]).count, 2)
    XCTAssertEqual(
      ["b", "\u{e9}", "", "a", "e\u{301}"].map { StorageKey($0) }.sorted().map(\.text.utf8.count),
      [0, 1, 1, 3, 2]
    )
  }

  func testTheHashOfAKeyIsThatOfAllItsBytes() {
    let keys = (0..<100).map { StorageKey("\($0)") }
    XCTAssertGreaterThan(Set(keys.map(\.hashValue)).count, 90)
    // Concatenated keys keep their boundaries.
    let rows = [["ab", "c"], ["a", "bc"], ["abc", ""]] as [[StorageKey]]
    XCTAssertEqual(Set(rows.map(\.hashValue)).count, 3)
  }

  func testRevisionsAreTextAndBack() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      let revision = StorageRevision(using: &generator)
      XCTAssertEqual(revision.description.count, 32)
      XCTAssertEqual(StorageRevision(revision.description), revision)
    }
    XCTAssertEqual(Set((0..<1_000).map { _ in StorageRevision() }).count, 1_000)
    let zero = String(repeating: "0", count: 32)
    XCTAssertEqual(StorageRevision(zero)?.description, zero)
    for text in ["", "0", zero + "0", "+" + zero.dropFirst(), "-" + zero.dropFirst(), "g" + zero.dropFirst()]
    {
      XCTAssertNil(StorageRevision(text), text)
    }
  }

  func testARevisionHasTheBitsOfItsGeneratorInOrder() {
    struct Counter: RandomNumberGenerator {
      var number: UInt64 = 0
      mutating func next() -> UInt64 {
        number += 1
        return number << 60 | number
      }
    }
    var counter = Counter()
    let revision = StorageRevision(using: &counter)
    XCTAssertEqual(revision.description, "10000000000000012000000000000002")
    XCTAssertEqual(
      StorageRevision("FEDCBA98765432100123456789ABCDEF")?.description,
      "fedcba98765432100123456789abcdef"
    )
  }

  func testDatesAreInstantsAndBack() {
    var generator = SeededGenerator(seed: 1)
    var dates = (0..<10_000).map { _ in
      Date(timeIntervalSinceReferenceDate: Double.random(in: -1e10...1e10, using: &generator))
    }
    dates += [
      Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -0.5), .distantPast, .distantFuture,
    ]
    for date in dates { XCTAssertEqual(Date(WallClockInstant(date)), date) }
    let instant = WallClockInstant(Date(timeIntervalSince1970: 1_767_225_600.5))
    XCTAssertEqual(instant.sinceEpoch, .milliseconds(1_767_225_600_500))
    XCTAssertLessThan(WallClockInstant(dates[0]), WallClockInstant(dates[0] + 1))
    let endless = WallClockInstant(Date(timeIntervalSince1970: .infinity))
    XCTAssertEqual(endless, WallClockInstant(Date(timeIntervalSince1970: 1e30)))
    XCTAssertGreaterThan(endless, WallClockInstant(.distantFuture))
  }

  func testInstantsAreReckonedAndEncoded() throws {
    let instant = WallClockInstant(sinceEpoch: .seconds(-3) + .nanoseconds(1))
    let later = instant.advanced(by: .seconds(5))
    XCTAssertEqual(instant.duration(to: later), .seconds(5))
    XCTAssertLessThan(instant, later)
    let encoded = try JSONEncoder().encode([instant, later])
    XCTAssertEqual(try JSONDecoder().decode([WallClockInstant].self, from: encoded), [instant, later])
    XCTAssertEqual(
      "\(WallClockInstant(sinceEpoch: .milliseconds(1_767_225_600_500)))",
      "1767225600.5 seconds"
    )
  }

  func testCodesOfErrorsArePrintedAsTheirNames() {
    let codes: [(code: any Hashable, name: String)] = [
      (CommitError.Code.superseded, "superseded"), (CommitError.Code.unavailable, "unavailable"),
      (CommitError.Code.corrupt, "corrupt"), (CommitError.Code.unencodable, "unencodable"),
      (CommitError.Code.cancelled, "cancelled"), (CommitError.Code.closed, "closed"),
      (CommitError.Code.notDurable, "notDurable"), (StorageError.Code.superseded, "superseded"),
      (StorageError.Code.unavailable, "unavailable"), (StorageError.Code.corrupt, "corrupt"),
      (StateCodingError.Code.unencodable, "unencodable"), (StateCodingError.Code.notAState, "notAState"),
      (StateCodingError.Code.otherFormat, "otherFormat"),
      (StateCodingError.Code.newerVersion, "newerVersion"),
      (StateCodingError.Code.unknownVersion, "unknownVersion"),
      (StateCodingError.Code.undecodable, "undecodable"), (StoreDirectoryError.Code.shutDown, "shutDown"),
      (StoreDirectoryError.Code.recursiveOpen, "recursiveOpen"), (StoreError.Code.shutDown, "shutDown"),
      (StoreError.Code.stateGone, "stateGone"), (StoreError.Code.superseded, "superseded"),
      (StoreError.Code.notSaved, "notSaved"), (StoreError.Code.released, "released"),
      (StoreError.Code.inboxFull, "inboxFull"), (StoreError.Code.tooManyWaiting, "tooManyWaiting"),
      (StoreError.Code.deadlineExceeded, "deadlineExceeded"), (StoreError.Code.unanswered, "unanswered"),
    ]
    for (code, name) in codes { XCTAssertEqual("\(code)", name) }
  }

  func testErrorsSayWhatToDoAndAreBounded() {
    struct Long: Error, CustomStringConvertible { let description = String(repeating: "e", count: 100_000) }
    let key = StorageKey(String(repeating: "k", count: 100_000))
    let bytes = [UInt8](repeating: 1, count: 100_000)
    let errors: [(StorageError, says: String)] = [
      (.superseded(key), "Load the key, and check whether the revision is one of yours."),
      (.unavailable(key, because: Long()), "load the key, and check for the new revision"),
      (.unavailable(nil, because: Long()), "didn't answer for the storage"),
      (.unavailable(key, because: Long(), isPermanent: true), "and a retry won't help"),
      (.unavailable("a", because: CancellationError()), "didn't answer for the key \"a\" (CancellationError"),
      (
        .corrupt("a", because: CancellationError(), bytes: nil), "(CancellationError()). Nothing was changed."
      ),
      (.corrupt(key, because: Long(), bytes: bytes), "The error's `bytes` contains the 100000 bytes."),
    ]
    for (error, says) in errors {
      XCTAssertTrue("\(error)".contains(says), "\(error)")
      XCTAssertLessThan("\(error)".count, 1_000)
    }
    XCTAssertEqual(
      errors.map(\.0.code),
      [.superseded, .unavailable, .unavailable, .unavailable, .unavailable, .corrupt, .corrupt]
    )
    XCTAssertEqual(errors.map(\.0.bytes?.count), [nil, nil, nil, nil, nil, nil, 100_000])
    XCTAssertEqual(errors.map(\.0.isPermanent), [false, false, false, true, false, false, false])
  }

  func testTheErrorsOfADirectorySayWhatHappened() {
    XCTAssertTrue(
      "\(StoreDirectoryError.recursiveOpen)".hasPrefix("The closure that opens a directory's store")
    )
    XCTAssertEqual(
      "\(StoreDirectoryError.shutDown)",
      "The directory has been shut down and opens no more stores."
    )
  }

  func testTheConfigurationOfADirectoryHasTheDefaultsThatItDescribes() {
    let configuration = StoreDirectoryConfiguration()
    XCTAssertEqual(configuration.capacity, 10_000)
    XCTAssertEqual(configuration.idleTime, .seconds(60))
    XCTAssertEqual(configuration.retryTime, .seconds(10))
    XCTAssertEqual(configuration.concurrentSaves, 64)
  }
}
