import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// How a storage reads and writes its files.
final class FolderStatesTests: TroupeTestCase {
  private let folder = TestFolder()

  func testValuesOfAllSizesAroundTheFirstReadAreRead() async throws {
    let storage = FolderStorage(path: folder.path)
    var revision: StorageRevision?
    let header = FileHeader("key", StorageRevision(), nil, []).encoded.count
    for size in FileHeader.usualCount - 3...FileHeader.usualCount + 3 {
      let (new, bytes) = (StorageRevision(), (0..<size - header).map { UInt8(truncatingIfNeeded: $0) })
      try await storage.save(bytes, for: "key", expecting: revision, as: new, wake: nil)
      revision = new
      let value = try await storage.load("key")
      XCTAssertEqual(value?.bytes, bytes, "\(size)")
    }
  }

  func testAStateThatIsNoFileIsDamagedAndOneThatCannotBeOpenedIsNot() async throws {
    for (number, code) in [
      (ELOOP, StorageError.Code.corrupt), (ENXIO, .corrupt), (EACCES, .unavailable), (EIO, .unavailable),
    ] {
      let storage = FolderStorage(
        path: folder.path,
        calls: FileCalls { $0.name == .open && $0.path.hasSuffix(".state") ? .fail(errno: number) : .perform }
      )
      await expect(code, try await storage.load("key"))
    }
  }

  func testTheFileOfALongKeyHasTheKey() async throws {
    let storage = FolderStorage(path: folder.path)
    let long = StorageKey(String(repeating: "long key ", count: 20))
    for key in ["key", long] as [StorageKey] {
      try await storage.save([1], for: key, expecting: nil, as: StorageRevision(), wake: nil)
      let file = "\(folder.path)/keys/\(FileName(of: key).text).key"
      let content = try String(contentsOfFile: file, encoding: .utf8)
      XCTAssertEqual(content, key == long ? long.text : "")
    }
  }

  func testTheKeyOfANameIsInItOrInItsFile() async throws {
    let long = StorageKey(String(repeating: "long key ", count: 20))
    let (name, storage) = (FileName(of: long), FolderStorage(path: folder.path))
    try await storage.save([1], for: long, expecting: nil, as: StorageRevision(), wake: nil)
    let inside = Folder(folder.path, FileCalls())
    XCTAssertEqual(inside.key(of: FileName(of: "key")), "key")
    XCTAssertEqual(inside.key(of: name), long)
    for failing in [FileCalls.Call.Name.open, .examine, .read] {
      let calls = FileCalls { $0.name == failing ? .fail(errno: EIO) : .perform }
      XCTAssertNil(Folder(folder.path, calls).key(of: name), "\(failing)")
    }
    try folder.change("keys/\(name.text).key") { $0[0] ^= 1 }
    XCTAssertNil(inside.key(of: name))
    try folder.remove("keys/\(name.text).key")
    XCTAssertNil(inside.key(of: name))
  }

  func testAStateIsLostIfItsKeyIsThereAndStays() async throws {
    let (name, storage) = (FileName(of: "key"), FolderStorage(path: folder.path))
    try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    let readOnly = FileCalls {
      $0.name == .open && $0.path.hasSuffix(".lock") ? .fail(errno: EROFS) : .perform
    }
    for calls in [FileCalls(), readOnly] {
      XCTAssertFalse(try Folder(folder.path, calls).isLost(name))
      XCTAssertFalse(try Folder(folder.path, calls).isLost(FileName(of: "none")))
    }
    try folder.remove("states/key.state")
    for calls in [FileCalls(), readOnly] { XCTAssertTrue(try Folder(folder.path, calls).isLost(name)) }
    let failing = FileCalls { $0.name == .open && $0.path.hasSuffix(".lock") ? .fail(errno: EIO) : .perform }
    XCTAssertThrowsError(try Folder(folder.path, failing).isLost(name))
    // The owner of the lock removes the key.
    let removing = FileCalls { [folder] call in
      if call.name == .lock { try? folder.remove("keys/key.key") }
      return .perform
    }
    XCTAssertFalse(try Folder(folder.path, removing).isLost(name))
  }

  func testTheFoldersAroundANewOneAreOnTheDisk() async throws {
    let synced = Collector<String>()
    let storage = FolderStorage(
      path: "\(folder.path)/a/b",
      calls: FileCalls { call in
        if call.name == .sync { synced.append(call.path) }
        return .perform
      }
    )
    _ = try await storage.load("key")
    let parent = String(folder.path[..<(folder.path.lastIndex(of: "/") ?? folder.path.startIndex)])
    for path in ["\(parent)/", "\(folder.path)/", "\(folder.path)/a/", "\(folder.path)/a/b"] {
      XCTAssertTrue(synced.all.contains(path), "\(path), \(synced.all)")
    }
  }

  /// Nothing more is read of a damaged file than an error may have.
  func testADamagedFileIsReadUpToALimit() async throws {
    for (more, count) in [(0, 2), (1, 1)] {
      let reads = Locked(0)
      let storage = FolderStorage(
        path: folder.path,
        calls: FileCalls { call in
          guard call.name == .read else { return .perform }
          // The first one reads the header.
          let number = reads.withLock { number in
            number += 1
            return number
          }
          return number == 1 ? .perform : .fail(errno: EIO)
        }
      )
      _ = try await storage.load("none")
      try makeLarge("states/key.state", more)
      let error = await expect(.corrupt, try await storage.load("key"))
      XCTAssertNil(error?.bytes)
      XCTAssertEqual(reads.withLock { $0 }, count, "\(more)")
    }
  }

  func testTheFileOfAKeyIsReadUpToALimit() async throws {
    _ = try await FolderStorage(path: folder.path).load("none")
    let name = FileName(of: StorageKey(String(repeating: "long key ", count: 20)))
    for (more, count) in [(0, 1), (1, 0)] {
      let reads = Locked(0)
      let calls = FileCalls { call in
        guard call.name == .read else { return .perform }
        reads.withLock { $0 += 1 }
        return .fail(errno: EIO)
      }
      try makeLarge("keys/\(name.text).key", more)
      XCTAssertNil(Folder(folder.path, calls).key(of: name))
      XCTAssertEqual(reads.withLock { $0 }, count, "\(more)")
    }
  }

  /// Makes a file of 64 MiB and some more bytes, all of which are a hole.
  private func makeLarge(_ file: String, _ more: Int) throws {
    let path = "\(folder.path)/\(file)"
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data()))
    XCTAssertEqual(truncate(path, 67_108_864 + more), 0)
  }
}
