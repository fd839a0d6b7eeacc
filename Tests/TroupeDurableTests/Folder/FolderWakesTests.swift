import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// Which keys a storage finds by their markers.
final class FolderWakesTests: TroupeTestCase {
  private let folder = TestFolder()

  private func instant(_ second: Int) -> WallClockInstant { .start.advanced(by: .seconds(second)) }

  func testThoseBeforeTheInstantAreDueUpToTheLimit() async throws {
    let storage = FolderStorage(path: folder.path)
    for second in 1...5 {
      let key = StorageKey("\(second)")
      try await storage.save([], for: key, expecting: nil, as: StorageRevision(), wake: instant(second))
    }
    for (limit, keys) in [
      (0, []), (1, ["1"]), (2, ["1", "2"]), (3, ["1", "2", "3"]), (9, ["1", "2", "3"]),
    ] {
      let due = try await storage.due(before: instant(4), limit: limit)
      XCTAssertEqual(due.map(\.key.text), keys)
    }
  }

  func testAnOutdatedMarkerDoesNotMakeAKeyDue() async throws {
    let storage = FolderStorage(path: folder.path)
    try await storage.save([], for: "key", expecting: nil, as: StorageRevision(), wake: instant(20))
    let (right, outdated) = (
      WakeMarker(instant(20), FileName(of: "key")), WakeMarker(instant(1), FileName(of: "key"))
    )
    try folder.remove("wakes/\(right.text)")
    try folder.remove("wakes.copy/\(right.text)")
    XCTAssertTrue(
      FileManager.default.createFile(atPath: "\(folder.path)/wakes/\(outdated.text)", contents: Data())
    )
    let early = try await storage.due(before: instant(20), limit: 9)
    XCTAssertEqual(early.map(\.key.text), [])
    XCTAssertEqual(folder.files("wakes").filter { $0 != "complete" }, [right.text])
    XCTAssertEqual(folder.files("wakes.copy"), [right.text])
    let late = try await storage.due(before: instant(21), limit: 9)
    XCTAssertEqual(late.map(\.wake), [instant(20)])
  }

  /// An error that passes says nothing about a key, so that the call is made again.
  func testOnlyAnErrorThatLastsMakesAKeyDue() async throws {
    let first = FolderStorage(path: folder.path)
    try await first.save([], for: "key", expecting: nil, as: StorageRevision(), wake: instant(1))
    for hasMarkers in [true, false] {
      for number in [EMFILE, EIO, EACCES] {
        if !hasMarkers { for name in ["wakes", "wakes.copy"] { try? folder.remove(name) } }
        let storage = FolderStorage(
          path: folder.path,
          calls: FileCalls {
            $0.name == .open && $0.path.hasSuffix(".state") ? .fail(errno: number) : .perform
          }
        )
        if number == EMFILE {
          await expect(.unavailable, try await storage.due(before: instant(9), limit: 9))
        } else {
          let due = try await storage.due(before: instant(9), limit: 9)
          XCTAssertEqual(due.map(\.key), ["key"], "\(number), \(hasMarkers)")
        }
      }
    }
  }

  func testAStateThatIsDamagedIsDueWithoutMarkers() async throws {
    let storage = FolderStorage(path: folder.path)
    for name in ["damaged", "lost", "whole"] {
      try await storage.save([], for: StorageKey(name), expecting: nil, as: StorageRevision(), wake: nil)
    }
    try folder.change("states/damaged.state") { $0[33] ^= 1 }
    try folder.remove("states/lost.state")
    for name in ["wakes", "wakes.copy"] { try folder.remove(name) }
    let due = try await FolderStorage(path: folder.path).due(before: instant(9), limit: 9)
    XCTAssertEqual(Set(due.map(\.key)), ["damaged", "lost"])
  }

  func testAnOutdatedMarkerThatCannotBeRemovedStays() async throws {
    let first = FolderStorage(path: folder.path)
    try await first.save([], for: "key", expecting: nil, as: StorageRevision(), wake: instant(20))
    let outdated = WakeMarker(instant(1), FileName(of: "key"))
    XCTAssertTrue(
      FileManager.default.createFile(atPath: "\(folder.path)/wakes/\(outdated.text)", contents: Data())
    )
    for number in [EROFS, EMFILE] {
      let storage = FolderStorage(
        path: folder.path,
        calls: FileCalls { $0.name == .open && $0.path.hasSuffix(".lock") ? .fail(errno: number) : .perform }
      )
      if number == EROFS {
        let due = try await storage.due(before: instant(9), limit: 9)
        XCTAssertEqual(due, [])
      } else {
        await expect(.unavailable, try await storage.due(before: instant(9), limit: 9))
      }
      XCTAssertTrue(folder.files("wakes").contains(outdated.text))
    }
    // Its owner may be about to save the state that it is for.
    try await holding("key") {
      let due = try await first.due(before: instant(9), limit: 9)
      XCTAssertEqual(due, [])
      XCTAssertTrue(folder.files("wakes").contains(outdated.text))
    }
  }

  func testAStateWhoseOwnerMayBeRemovingItIsNotDue() async throws {
    let storage = FolderStorage(path: folder.path)
    try await storage.save([], for: "key", expecting: nil, as: StorageRevision(), wake: instant(1))
    try folder.remove("states/key.state")
    try await holding("key") {
      let due = try await storage.due(before: instant(9), limit: 9)
      XCTAssertEqual(due, [])
    }
    let lost = try await storage.due(before: instant(9), limit: 9)
    XCTAssertEqual(lost.map(\.key), ["key"])
  }

  private func holding(_ name: String, _ body: () async throws -> Void) async throws {
    let lock = try KeyLock.take("\(folder.path)/locks/\(name).lock", FileCalls())
    try await body()
    withExtendedLifetime(lock) {}
  }

  func testADamagedStateWhoseKeyIsNotKnownIsAnError() async throws {
    let long = StorageKey(String(repeating: "long key ", count: 20))
    let (name, storage) = (FileName(of: long).text, FolderStorage(path: folder.path))
    try await storage.save([], for: long, expecting: nil, as: StorageRevision(), wake: instant(1))
    try folder.change("states/\(name).state") { $0[33] ^= 1 }
    let due = try await storage.due(before: instant(9), limit: 9)
    XCTAssertEqual(due.map(\.key), [long])
    try folder.remove("keys/\(name).key")
    let error = await expect(.corrupt, try await storage.due(before: instant(9), limit: 9))
    XCTAssertNil(error?.key)
  }

  func testMarkersAreOnTheDiskBeforeTheyAreComplete() async throws {
    let first = FolderStorage(path: folder.path)
    try await first.save([], for: "key", expecting: nil, as: StorageRevision(), wake: instant(1))
    // It gets no marker.
    try await first.save([], for: "other", expecting: nil, as: StorageRevision(), wake: nil)
    for name in ["wakes", "wakes.copy"] { try folder.remove(name) }
    let calls = Collector<String>()
    let storage = FolderStorage(
      path: folder.path,
      calls: FileCalls { [folder] call in
        calls.append("\(call.name) \(call.path.dropFirst(folder.path.count + 1))")
        return .perform
      }
    )
    _ = try await storage.load("none")
    calls.clear()
    _ = try await storage.due(before: instant(9), limit: 9)
    let marker = WakeMarker(instant(1), FileName(of: "key")).text
    // The folders themselves are opened to sync them.
    let changes = calls.all.filter { $0 == "sync wakes" || $0.hasPrefix("open wakes") && $0 != "open wakes" }
    XCTAssertEqual(
      changes,
      [
        "open wakes/\(marker)", "open wakes.copy/\(marker)", "sync wakes", "open wakes/complete",
        "sync wakes",
      ]
    )
  }
}
