import Foundation
import Troupe
import XCTest

@testable import TroupeDurable

/// The system calls of a ``FolderStorage``, each separately.
final class FileCallsTests: XCTestCase {
  private let calls = FileCalls()
  private let folder = TestFolder()

  private var mask: mode_t = 0

  override func setUp() {
    XCTAssertEqual(mkdir(folder.path, 0o755), 0)
    // The process's mask would hide the permissions with which a file is created.
    mask = umask(0)
  }

  override func tearDown() { _ = umask(mask) }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func status(_ path: String) -> stat {
    var status = stat()
    XCTAssertEqual(lstat(path, &status), 0, path)
    return status
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    let file = try calls.create(path(name))
    defer { calls.close(file) }
    try calls.write(bytes, to: file, at: path(name))
  }

  private func number(_ body: () throws -> Void, _ line: UInt = #line) -> Int32? {
    do {
      try body()
      return nil
    } catch {
      XCTAssertTrue(error is FileError, "\(error)", line: line)
      return (error as? FileError)?.number
    }
  }

  func testTheCallsThatChangeTheDisk() {
    let names: [FileCalls.Call.Name: Bool] = [
      .examine: false, .list: false, .lock: false, .read: false,
      .makeFolder: true, .open: true, .remove: true, .rename: true, .sync: true, .write: true,
    ]
    for (name, isChange) in names {
      XCTAssertEqual(FileCalls.Call(name: name, path: "").isChange, isChange, "\(name)")
    }
    XCTAssertEqual(FileCalls.Call(name: .makeFolder, path: "/a").description, "makeFolder /a")
  }

  func testOnlyTheOwnerReadsWhatIsCreated() throws {
    try write([], "created")
    try calls.mark(path("marked"))
    calls.close(try XCTUnwrap(try calls.open(path("opened"), O_RDWR | O_CREAT)))
    for name in ["created", "marked", "opened"] {
      XCTAssertEqual(status(path(name)).st_mode & 0o7777, 0o600, name)
    }
    XCTAssertTrue(try calls.makeFolder(path("folder")))
    XCTAssertFalse(try calls.makeFolder(path("folder")))
    XCTAssertEqual(status(path("folder")).st_mode & 0o7777, 0o700)
  }

  func testAFileIsNotInheritedAndNeverWaitsAndIsNoLink() throws {
    try write([1], "file")
    let opened = try XCTUnwrap(try calls.open(path("file"), O_RDONLY))
    let created = try calls.create(path("new"))
    for file in [opened, created] {
      XCTAssertEqual(fcntl(file, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC)
      XCTAssertEqual(fcntl(file, F_GETFL) & O_NONBLOCK, O_NONBLOCK)
      calls.close(file)
    }
    XCTAssertEqual(symlink(path("file"), path("link")), 0)
    XCTAssertEqual(number { _ = try calls.open(path("link"), O_RDONLY) }, ELOOP)
    XCTAssertEqual(number { _ = try calls.open(path("link"), O_RDWR | O_CREAT) }, ELOOP)
  }

  func testAFileThatIsNotThere() throws {
    XCTAssertNil(try calls.open(path("none"), O_RDONLY))
    XCTAssertEqual(number { _ = try calls.open(path("none/file"), O_RDWR | O_CREAT) }, ENOENT)
    XCTAssertFalse(try calls.exists(path("none")))
    try calls.remove(path("none"))
    XCTAssertEqual(number { try calls.rename(path("none"), to: path("other")) }, ENOENT)
    XCTAssertEqual(number { _ = try calls.makeFolder(path("none/folder")) }, ENOENT)
    XCTAssertEqual(number { _ = try calls.list(path("none")) }, ENOENT)
    XCTAssertEqual(number { try calls.syncFolder(path("none")) }, ENOENT)
    XCTAssertEqual(number { _ = try calls.size(of: -1, at: path("none")) }, EBADF)
    XCTAssertEqual(number { try calls.sync(-1, at: path("none")) }, EBADF)
    XCTAssertEqual(number { _ = try calls.tryLock(-1, at: path("none")) }, EBADF)
    XCTAssertEqual(number { _ = try calls.read(-1, at: path("none")) }, EBADF)
    XCTAssertEqual(number { try calls.write([1], to: -1, at: path("none")) }, EBADF)
  }

  func testWhatIsInTheWay() throws {
    try write([1, 2], "file")
    XCTAssertEqual(number { _ = try calls.open(path("file/a"), O_RDONLY) }, ENOTDIR)
    XCTAssertEqual(number { _ = try calls.create(path("file/a")) }, ENOTDIR)
    XCTAssertEqual(number { try calls.mark(path("file/a")) }, ENOTDIR)
    XCTAssertEqual(number { _ = try calls.exists(path("file/a")) }, ENOTDIR)
    XCTAssertEqual(number { try calls.remove(path("file/a")) }, ENOTDIR)
    XCTAssertEqual(number { _ = try calls.makeFolder(path("file/a")) }, ENOTDIR)
    XCTAssertEqual(number { try calls.syncFolder(path("file")) }, ENOTDIR)
    // An existing marker stays; a file that is created is another one.
    let before = status(path("file")).st_ino
    try calls.mark(path("file"))
    XCTAssertEqual(status(path("file")).st_ino, before)
    XCTAssertEqual(status(path("file")).st_size, 2)
    try write([3], "file")
    XCTAssertEqual(status(path("file")).st_size, 1)
    XCTAssertTrue(try calls.exists(path("file")))
    try calls.remove(path("file"))
    XCTAssertFalse(try calls.exists(path("file")))
  }

  func testBytesAreReadAsTheyWereWritten() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for count in [0, 1, 2, 65_535, 65_536, 65_537, 200_000] {
      try write(Array(bytes.prefix(count)), "file")
      for limit in [0, 1, 65_536, 70_000, Int.max] {
        let file = try XCTUnwrap(try calls.open(path("file"), O_RDONLY))
        defer { calls.close(file) }
        XCTAssertEqual(try calls.size(of: file, at: path("file")), count)
        let found = try calls.read(file, at: path("file"), upTo: limit)
        XCTAssertTrue(found.elementsEqual(bytes.prefix(min(count, limit))), "\(count), \(limit)")
      }
    }
    let other = try XCTUnwrap(try calls.open(folder.path, O_RDONLY))
    defer { calls.close(other) }
    XCTAssertNil(try calls.size(of: other, at: folder.path))
  }

  func testATornWriteWritesHalf() throws {
    let torn = FileCalls { $0.name == .write ? .tear(errno: ENOSPC) : .perform }
    for (count, half) in [(1, 0), (2, 1), (9, 4), (100, 50)] {
      let file = try torn.create(path("file"))
      let bytes = (0..<count).map { UInt8($0) }
      XCTAssertEqual(number { try torn.write(bytes, to: file, at: path("file")) }, ENOSPC)
      torn.close(file)
      let read = try XCTUnwrap(try calls.open(path("file"), O_RDONLY))
      XCTAssertEqual(try calls.read(read, at: path("file")), Array(bytes.prefix(half)))
      calls.close(read)
    }
  }

  func testAFolderIsListedWithoutItself() throws {
    for name in ["b", ".a", "é", "...", String(repeating: "n", count: 255)] { try write([], name) }
    let names = try calls.list(folder.path)
    XCTAssertEqual(Set(names), [".a", "b", "é", "...", String(repeating: "n", count: 255)])
    XCTAssertEqual(names.count, 5)
  }

  func testALockIsTakenOnceAndBelongsToTheFileAtItsPath() throws {
    let file = try calls.create(path("lock"))
    let other = try XCTUnwrap(try calls.open(path("lock"), O_RDWR))
    XCTAssertTrue(try calls.tryLock(file, at: path("lock")))
    XCTAssertFalse(try calls.tryLock(other, at: path("lock")))
    XCTAssertTrue(calls.isFile(file, at: path("lock")))
    calls.close(file)
    XCTAssertTrue(try calls.tryLock(other, at: path("lock")))
    XCTAssertFalse(calls.isFile(-1, at: path("lock")))
    try write([1], "new")
    XCTAssertFalse(calls.isFile(other, at: path("new")))
    try calls.remove(path("lock"))
    XCTAssertFalse(calls.isFile(other, at: path("lock")))
    calls.close(other)
  }

  #if os(Linux)
    /// The names of the files in the folder, and of the folder, that this process has open.
    private var open: [String] {
      let files = "/proc/self/fd"
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
      let name = URL(fileURLWithPath: folder.path).lastPathComponent
      return numbers.compactMap { number in
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(number)")
        return path.flatMap { $0.contains(name) ? URL(fileURLWithPath: $0).lastPathComponent : nil }
      }
    }

    func testNoFileStaysOpen() throws {
      try write([1], "file")
      let file = try XCTUnwrap(try calls.open(path("file"), O_RDONLY))
      XCTAssertEqual(open, ["file"])
      calls.close(file)
      XCTAssertEqual(open, [])
      try calls.mark(path("marked"))
      try calls.syncFolder(folder.path)
      let failingSync = FileCalls { $0.name == .sync ? .fail(errno: EIO) : .perform }
      XCTAssertEqual(number { try failingSync.syncFolder(folder.path) }, EIO)
      _ = try calls.list(folder.path)
      XCTAssertEqual(open, [])
    }

    func testAStorageKeepsNoFileOpen() async throws {
      let start = WallClockInstant(sinceEpoch: .zero)
      for (number, key) in ["key", StorageKey(String(repeating: "long key ", count: 20))].enumerated() {
        let root = path("storage \(number)")
        let (storage, name) = (FolderStorage(path: root), FileName(of: key).text)
        let revision = StorageRevision()
        try await storage.save([1], for: key, expecting: nil, as: revision, wake: start)
        _ = try await storage.load(key)
        _ = try await storage.due(before: start, limit: 1)
        // Missing files are created again.
        try FileManager.default.removeItem(atPath: "\(root)/keys")
        _ = try await FolderStorage(path: root).load("none")
        XCTAssertEqual(open, [])
        let state = "\(root)/states/\(name).state"
        try Data([0]).write(to: URL(fileURLWithPath: state))
        await expect(.corrupt, try await storage.load(key))
        XCTAssertEqual(open, [])
        try FileManager.default.removeItem(atPath: state)
        await expect(.corrupt, try await storage.load(key))
        XCTAssertEqual(open, [])
      }
    }

    func testALockThatIsNotTakenKeepsNoFileOpen() throws {
      XCTAssertTrue(try isFree(calls))
      XCTAssertEqual(open, [])
      XCTAssertFalse(try calls.exists(path("lock")))
      let owner = try XCTUnwrap(try calls.open(path("lock"), O_RDWR | O_CREAT))
      XCTAssertTrue(try calls.tryLock(owner, at: path("lock")))
      XCTAssertFalse(try isFree(calls))
      let failing = FileCalls { $0.name == .lock ? .fail(errno: ENOLCK) : .perform }
      XCTAssertEqual(number { _ = try isFree(failing) }, ENOLCK)
      XCTAssertEqual(open, ["lock"])
      calls.close(owner)
      // Another owner removes the file between the call that opens it and the one that locks it.
      let attempts = Locked(0)
      let removing = FileCalls { [folder] call in
        guard call.name == .lock else { return .perform }
        attempts.withLock { $0 += 1 }
        if attempts.withLock({ $0 }) == 1 { unlink("\(folder.path)/lock") }
        return .perform
      }
      XCTAssertTrue(try isFree(removing))
      XCTAssertEqual(attempts.withLock { $0 }, 2)
      XCTAssertEqual(open, [])
    }

    /// Takes a lock, and returns it.
    private func isFree(_ calls: FileCalls) throws -> Bool {
      guard let lock = try KeyLock.take(path("lock"), calls) else { return false }
      withExtendedLifetime(lock) { XCTAssertEqual(open, ["lock"]) }
      return true
    }
  #endif

  func testACallThatIsToFailDoesNothing() throws {
    try write([1], "file")
    let failing = FileCalls { _ in .fail(errno: EIO) }
    let tearing = FileCalls { _ in .tear(errno: EIO) }
    for calls in [failing, tearing] {
      XCTAssertEqual(number { try calls.remove(path("file")) }, EIO)
      XCTAssertEqual(number { try calls.rename(path("file"), to: path("other")) }, EIO)
      XCTAssertEqual(number { _ = try calls.makeFolder(path("folder")) }, EIO)
      XCTAssertEqual(number { _ = try calls.create(path("new")) }, EIO)
      XCTAssertEqual(number { _ = try calls.exists(path("file")) }, EIO)
      XCTAssertEqual(number { _ = try calls.list(folder.path) }, EIO)
    }
    XCTAssertEqual(try calls.list(folder.path), ["file"])
  }
}
