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
    let early = try await storage.due(before: instant(9), limit: 9)
    XCTAssertEqual(early.map(\.key.text), [])
    XCTAssertEqual(folder.files("wakes").filter { $0 != "complete" }, [right.text])
    XCTAssertEqual(folder.files("wakes.copy"), [right.text])
    let late = try await storage.due(before: instant(21), limit: 9)
    XCTAssertEqual(late.map(\.wake), [instant(20)])
  }
}
