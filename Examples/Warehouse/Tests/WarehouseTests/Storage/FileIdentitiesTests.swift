import BrowserTesting
import Foundation
import TroupeDurable
import WarehouseStorage
import XCTest

/// The files of a database are moved, deleted and replaced while it is open.
final class FileIdentitiesTests: XCTestCase {
  private let files = FileManager.default

  private func save(_ storage: SQLiteStorage, _ key: StorageKey) async throws(StorageError) {
    try await storage.save([1], for: key, expecting: nil, as: StorageRevision(), wake: nil)
  }

  private func isRefused(_ storage: SQLiteStorage, _ key: StorageKey) async -> Bool {
    do throws(StorageError) {
      try await save(storage, key)
      return false
    } catch {
      guard case .moved = error.underlying.map({ SQLiteStorage.failure($0) }) else { return false }
      return error.code == .unavailable
    }
  }

  func testNothingIsAcknowledgedWhileAFileIsNotInItsPlace() async throws {
    for suffix in ["", "-wal", "-shm", "folder"] {
      let place = TestFolder()
      let folder = place.path("in")
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let storage = try SQLiteStorage(path: folder + "/db")
      try await save(storage, "before")
      let file = suffix == "folder" ? folder : folder + "/db" + suffix
      // Away, with nothing, another file, a dangling link, or a folder in its place; and back.
      for replacement in 0..<5 {
        try files.moveItem(atPath: file, toPath: place.path("away"))
        switch replacement {
        case 1: try files.copyItem(atPath: place.path("away"), toPath: file)
        case 2: try Data().write(to: URL(filePath: file))
        case 3: try files.createSymbolicLink(atPath: file, withDestinationPath: place.path("nothing"))
        case 4: try files.createDirectory(atPath: file, withIntermediateDirectories: true)
        default: break
        }
        var isRefused = await isRefused(storage, StorageKey("during-\(replacement)"))
        XCTAssertTrue(isRefused, "\(suffix) \(replacement)")
        // Another connection would read another file.
        do throws(StorageError) {
          _ = try await storage.load("before")
          XCTFail("\(suffix) \(replacement)")
        } catch {
          XCTAssertEqual(error.code, .unavailable)
        }
        if replacement > 0 { try files.removeItem(atPath: file) }
        try files.moveItem(atPath: place.path("away"), toPath: file)
        isRefused = await self.isRefused(storage, StorageKey("after-\(replacement)"))
        XCTAssertFalse(isRefused, "\(suffix) \(replacement)")
      }
      try files.removeItem(atPath: file)
      let isRefused = await isRefused(storage, "deleted")
      XCTAssertTrue(isRefused, suffix)
    }
  }

  func testADatabaseBehindALinkIsWatchedWhereItIs() async throws {
    let place = TestFolder()
    try files.createSymbolicLink(atPath: place.path("link"), withDestinationPath: place.path("db"))
    let storage = try SQLiteStorage(path: place.path("link"))
    try await save(storage, "before")
    try files.removeItem(atPath: place.path("link"))
    var isRefused = await isRefused(storage, "during")
    XCTAssertTrue(isRefused)
    // The file counts, and not the link.
    try files.createSymbolicLink(atPath: place.path("link"), withDestinationPath: place.path("db"))
    isRefused = await self.isRefused(storage, "after")
    XCTAssertFalse(isRefused)
  }
}
