import Foundation
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// The errors of system calls, and the reactions of stores.
final class FileErrorTests: TroupeTestCase {
  /// The errors that the manuals of Linux and POSIX list for the calls, except for answers that aren't
  /// failures: a missing file when reading or removing, an existing folder, and a lock that is taken.
  private static let errors: [(call: FileCalls.Call.Name, permanent: [Int32], passing: [Int32])] = [
    (
      .open,
      [
        EACCES, EBADF, EFAULT, EFBIG, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENOTDIR, ENXIO, EOPNOTSUPP,
        EOVERFLOW, EPERM, EROFS,
      ],
      [EAGAIN, EBUSY, EDQUOT, EINTR, EIO, EMFILE, ENFILE, ENOMEM, ENOSPC, ESTALE, ETXTBSY, EWOULDBLOCK]
    ),
    (
      .read, [EBADF, EFAULT, EINVAL, EISDIR, ENXIO, EOVERFLOW], [EAGAIN, EINTR, EIO, ENOBUFS, ENOMEM, ESTALE]
    ),
    (
      .write, [EACCES, EBADF, EDESTADDRREQ, EFAULT, EFBIG, EINVAL, ENXIO, EPERM, EPIPE],
      [EAGAIN, EDQUOT, EINTR, EIO, ENOBUFS, ENOSPC, ESTALE]
    ),
    (.sync, [EBADF, EINVAL, EROFS], [EDQUOT, EINTR, EIO, ENOSPC, ESTALE]),
    (
      .rename,
      [
        EACCES, EEXIST, EFAULT, EINVAL, EISDIR, ELOOP, EMLINK, ENAMETOOLONG, ENOENT, ENOTDIR, ENOTEMPTY,
        EPERM,
        EROFS, EXDEV,
      ],
      [EBUSY, EDQUOT, EIO, ENOMEM, ENOSPC, ESTALE]
    ),
    (
      .makeFolder,
      [EACCES, EBADF, EFAULT, EINVAL, ELOOP, EMLINK, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EROFS],
      [EDQUOT, EIO, ENOMEM, ENOSPC, ESTALE]
    ),
    (
      .remove, [EACCES, EFAULT, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR, EPERM, EROFS],
      [EBUSY, EIO, ENOMEM, ESTALE]
    ),
    (.lock, [EBADF, EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP], [EINTR, EIO, ENOLCK, ENOMEM, ETIMEDOUT]),
    (
      .list, [EACCES, EBADF, EFAULT, ELOOP, ENOENT, ENOTDIR, EOVERFLOW],
      [EINTR, EIO, EMFILE, ENFILE, ENOMEM, ESTALE]
    ),
    (
      .examine, [EACCES, EBADF, EFAULT, ELOOP, ENAMETOOLONG, ENOTDIR, EOVERFLOW],
      [EINTR, EIO, ENOMEM, ESTALE]
    ),
  ]

  private static func isUsed(_ call: FileCalls.Call, _ name: FileCalls.Call.Name) -> Bool {
    // A value that was loaded or saved needs no second file, and a marker may stay. So a failure counts only
    // if the call is necessary.
    call.name == name && (name != .remove || call.path.hasSuffix(".key"))
      && (name != .makeFolder || call.path.hasSuffix("states"))
  }

  // S777
  func testEachErrorLastsOrPasses() {
    for (call, permanent, passing) in Self.errors {
      for number in permanent + passing {
        let error = FileError(call: call, path: "/folder/file", number: number)
        XCTAssertEqual(error.isPermanent, permanent.contains(number), "\(error)")
        XCTAssertTrue(FileError.permanent.union(FileError.passing).contains(number), "\(error)")
      }
    }
    XCTAssertEqual(FileError.permanent.intersection(FileError.passing), [])
    // An unknown error may pass.
    XCTAssertFalse(FileError(call: .open, path: "/folder/file", number: 4_095).isPermanent)
  }

  /// Opening a store on a folder whose calls fail: at once, or after all attempts, with an issue after the
  /// first.
  // S777
  func testOpeningFailsAtOnceOrIsRetriedAndReported() async throws {
    for (call, permanent, passing) in Self.errors where call != .remove && call != .list {
      for number in permanent + passing {
        let folder = TestFolder()
        // A value to read.
        let old = FolderStorage(path: folder.path)
        let bytes = try StateCodec(Journal.State.self, format: JSONFormat()).encode(Journal.State())
        try await old.save(bytes, for: "journal", expecting: nil, as: StorageRevision(), wake: nil)
        let storage = FolderStorage(
          path: folder.path,
          calls: FileCalls { Self.isUsed($0, call) ? .fail(errno: number) : .perform }
        )
        try await open(storage, call, number, isPermanent: permanent.contains(number))
      }
    }
  }

  private func open(
    _ storage: FolderStorage,
    _ call: FileCalls.Call.Name,
    _ number: Int32,
    isPermanent: Bool
  ) async throws {
    let place = "\(call) fails with \(String(cString: strerror(number)))"
    try await underSeeds(1) { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let error = await expect(
          .unavailable,
          try await Journal.open(storage, on: scheduler, retry: .constant(.seconds(1), attempts: 3))
        )
        XCTAssertEqual(error?.isPermanent, isPermanent, place)
        XCTAssertTrue(error.map { "\($0)".contains(String(cString: strerror(number))) } == true, place)
      }
      XCTAssertEqual(issues.messages.count, isPermanent ? 0 : 1, "\(place): \(issues.messages)")
      for issue in issues.all {
        XCTAssertTrue(
          issue.message.contains("A store is waiting for its storage and is retrying."),
          issue.message
        )
        XCTAssertTrue("\(issue.location)".contains("Journal.swift"), "\(issue.location)")
      }
    }
  }

  /// Mistakes of people: each is named at once, and nothing is retried.
  // S777
  func testAnUnusableFolderIsNamedAtOnce() async throws {
    let folder = TestFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
    for (name, goal) in [("dangling", "/nothing/is/here"), ("loop", "\(folder.path)/loop")] {
      try files.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: goal)
    }
    XCTAssertEqual(mkfifo("\(folder.path)/pipe", 0o600), 0)
    let paths: [(path: String, number: Int32)] = [
      ("file", ENOTDIR), ("file/folder", ENOTDIR), ("pipe", ENOTDIR), ("dangling", ENOENT), ("loop", ELOOP),
      (String(repeating: "long", count: 100), ENAMETOOLONG), ("null\0byte", EINVAL), ("/proc/troupe", ENOENT),
    ]
    for (path, number) in paths {
      let path = path.hasPrefix("/") ? path : "\(folder.path)/\(path)"
      try await open(FolderStorage(path: path), .makeFolder, number, isPermanent: true)
    }
  }

  // S777
  func testAnOpenStoreIsClosedAtOnceWhenARetryCannotHelp() async throws {
    for number in [EROFS, ENOSPC] {
      try await underSeeds(1) { scheduler, _ in
        let (folder, issues) = (TestFolder(), IssueCollector())
        let isBroken = Locked(false)
        let storage = FolderStorage(
          path: folder.path,
          calls: FileCalls { call in
            call.name == .write && isBroken.withLock { $0 } ? .fail(errno: number) : .perform
          }
        )
        try await withIssueReporters([issues]) {
          let store = try await Journal.open(
            storage,
            on: scheduler,
            retry: .constant(.seconds(1), attempts: 3)
          )
          isBroken.withLock { $0 = true }
          let error = await commitError { try await store.commit(.add(1)) }
          XCTAssertEqual(error?.code, .unavailable)
          XCTAssertEqual((error?.underlying as? StorageError)?.isPermanent, number == EROFS)
        }
        // One for the first failure, and one for the end of the store.
        XCTAssertEqual(issues.messages.count, number == EROFS ? 1 : 2, "\(issues.messages)")
        XCTAssertTrue(issues.messages.last?.contains("was closed") == true, "\(issues.messages)")
      }
    }
  }

  /// Storages without files are also reported, once for each save.
  // S777
  func testAStorageThatFailsIsReportedUnlessATestAskedForIt() async throws {
    struct Outage: Error, CustomStringConvertible { let description = "the database is away" }
    for isInjected in [false, true] {
      try await underSeeds(5) { scheduler, _ in
        let (memory, issues) = (MemoryStorage(), IssueCollector())
        let failures = Locked(0)
        let storage = OutageStorage(memory: memory) { () throws(StorageError) in
          let fails = failures.withLock { count in
            count -= 1
            return count >= 0
          }
          if !fails { return }
          throw .unavailable("journal", because: isInjected ? MemoryStorage.InjectedFault() : Outage())
        }
        try await withIssueReporters([issues]) {
          let store = try await Journal.open(storage, on: scheduler)
          for number in 1...2 {
            failures.withLock { $0 = 3 }
            try await store.commit(.add(number))
          }
          await store.shutdown(within: .zero)
        }
        XCTAssertEqual(issues.messages.count, isInjected ? 0 : 2, "\(issues.messages)")
        for issue in issues.messages { XCTAssertTrue(issue.contains("the database is away"), issue) }
        let saved = try await Journal.saved(memory)
        XCTAssertEqual(saved?.entries, [1, 2])
      }
    }
  }
}

/// A storage whose saves sometimes fail.
private struct OutageStorage: Storage {
  let memory: MemoryStorage
  let fail: @Sendable () throws(StorageError) -> Void

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await memory.load(key) }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    try fail()
    try await memory.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await memory.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await memory.due(before: instant, limit: limit)
  }
}
