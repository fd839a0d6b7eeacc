import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// How a storage prepares its folder on first use, and the calls that keep it intact.
final class FolderPreparingTests: TroupeTestCase {
  private let folder = TestFolder()

  /// A new storage, as another process would have it, and the calls that it makes, as `sync keys`.
  private func storage(
    _ failing: @escaping @Sendable (FileCalls.Call) -> Int32? = { _ in nil }
  ) -> (FolderStorage, Collector<String>) {
    let calls = Collector<String>()
    let storage = FolderStorage(
      path: folder.path,
      calls: FileCalls { [folder] call in
        calls.append("\(call.name) \(call.path.dropFirst(folder.path.count + 1))")
        return failing(call).map { .fail(errno: $0) } ?? .perform
      }
    )
    return (storage, calls)
  }

  private func create(_ file: String) {
    XCTAssertTrue(FileManager.default.createFile(atPath: "\(folder.path)/\(file)", contents: Data()))
  }

  private func save(_ key: StorageKey = "key", second: Int? = 1) async throws -> StorageRevision {
    let revision = StorageRevision()
    let wake = second.map { WallClockInstant.start.advanced(by: .seconds($0)) }
    try await storage().0.save([1], for: key, expecting: nil, as: revision, wake: wake)
    return revision
  }

  private func due() async throws -> [StorageKey] {
    try await storage().0.due(before: .start.advanced(by: .seconds(9)), limit: 9).map(\.key)
  }

  func testANewFolderIsComplete() async throws {
    let (new, calls) = storage()
    _ = try await new.load("key")
    for name in ["keys", "wakes"] { XCTAssertEqual(folder.files(name), ["complete"]) }
    XCTAssertTrue(calls.all.contains("sync "), "The folder is on the disk.")
  }

  func testWhatIsMissingIsFoundInWhatIsLeft() async throws {
    let lost = [
      ["keys", "wakes", "wakes.copy"], ["wakes", "wakes.copy"], ["keys"], ["states", "wakes", "wakes.copy"],
    ]
    for folders in lost {
      let key = StorageKey(folders.joined(separator: " "))
      _ = try await save(key)
      for name in folders { try folder.remove(name) }
      let due = try await due()
      XCTAssertTrue(due.contains(key), "\(folders), \(due)")
      for name in ["keys", "wakes"] { XCTAssertTrue(folder.files(name).contains("complete"), "\(folders)") }
    }
  }

  func testKeysAreOnTheDiskBeforeTheyAreComplete() async throws {
    _ = try await save()
    try folder.remove("keys")
    let (new, calls) = storage()
    _ = try await new.load("other")
    let ofKeys = calls.all.filter { ["sync keys", "open keys/complete", "open keys/key.key"].contains($0) }
    XCTAssertEqual(ofKeys, ["open keys/key.key", "sync keys", "open keys/complete", "sync keys"])
  }

  func testWhatACrashLeftBehindIsRemoved() async throws {
    _ = try await save()
    for file in ["states/key.new", "states/none.new", "locks/key.lock", "locks/other.lock"] { create(file) }
    _ = try await storage().0.load("other")
    XCTAssertEqual(folder.files("states"), ["key.state"])
    XCTAssertEqual(folder.files("locks"), [])
  }

  func testWhatCannotBeRemovedIsLeftOnlyIfThatLasts() async throws {
    _ = try await save()
    for number in [EACCES, EIO] {
      create("states/key.new")
      let (new, _) = storage { $0.name == .remove && $0.path.hasSuffix(".new") ? number : nil }
      if number == EACCES {
        _ = try await new.load("other")
      } else {
        await expect(.unavailable, try await new.load("other"))
      }
    }
  }

  func testARemovalIsOnTheDiskInItsOrder() async throws {
    let revision = try await save(second: nil)
    let (new, calls) = storage()
    _ = try await new.load("other")
    calls.clear()
    try await new.remove("key", expecting: revision)
    let changes = calls.all.filter { $0.hasPrefix("sync ") || $0.hasSuffix(".key") || $0.hasSuffix(".state") }
      .filter { !$0.hasPrefix("examine ") && !$0.hasPrefix("open states/key") && !$0.hasPrefix("read ") }
    XCTAssertEqual(
      changes,
      ["remove keys/key.key", "sync keys", "remove states/key.state", "sync states"]
    )
  }

  func testAMarkerForAnotherInstantIsOnTheDiskBeforeItsState() async throws {
    var revision = try await save()
    let marker = WakeMarker(.start.advanced(by: .seconds(2)), FileName(of: "key"))
    for (second, count) in [(1, 0), (2, 1), (2, 0)] {
      // A process that crashed may have created it.
      if count == 1 { create("wakes/\(marker.text)") }
      let (new, calls) = storage()
      _ = try await new.load("other")
      calls.clear()
      let next = StorageRevision()
      let wake = WallClockInstant.start.advanced(by: .seconds(second))
      try await new.save([2], for: "key", expecting: revision, as: next, wake: wake)
      revision = next
      XCTAssertEqual(calls.all.filter { $0 == "sync wakes" }.count, count, "\(second)")
    }
  }
}
