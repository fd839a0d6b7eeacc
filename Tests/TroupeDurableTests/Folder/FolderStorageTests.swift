import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

final class FolderStorageTests: TroupeTestCase {
  func testOneValueAndOneMarkerAreLeftOfManySaves() async throws {
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path)
    var revision: StorageRevision?
    for number in 0..<5 {
      let new = StorageRevision()
      let wake = WallClockInstant.start.advanced(by: .seconds(number))
      try await storage.save([1], for: "Key", expecting: revision, as: new, wake: wake)
      revision = new
    }
    XCTAssertEqual(folder.files("states"), ["%4bey.state"])
    XCTAssertEqual(folder.files("locks"), [])
    XCTAssertEqual(folder.files("wakes").count, 2)
    try await storage.remove("Key", expecting: XCTUnwrap(revision))
    XCTAssertEqual(folder.files("states") + folder.files("wakes"), ["complete"])
  }

  func testEachCallMayBeTheFirstOneInAFolder() async throws {
    let (key, revision) = (StorageKey("key"), StorageRevision())
    let loaded = try await FolderStorage(path: TestFolder().path).load(key)
    XCTAssertNil(loaded)
    let due = try await FolderStorage(path: TestFolder().path).due(before: .start, limit: 1)
    XCTAssertEqual(due, [])
    try await FolderStorage(path: TestFolder().path).remove(key, expecting: revision)
    try await FolderStorage(path: TestFolder().path).save(
      [1],
      for: key,
      expecting: nil,
      as: revision,
      wake: nil
    )
  }

  func testARemovalNeedsTheRevisionThatIsThere() async throws {
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path)
    let revision = StorageRevision()
    try await storage.save([1], for: "key", expecting: nil, as: revision, wake: .start)
    await expect(.superseded, try await storage.remove("key", expecting: StorageRevision()))
    let value = try await storage.load("key")
    XCTAssertEqual(value?.revision, revision)
    for _ in 1...2 { try await storage.remove("key", expecting: revision) }
    for name in ["states", "keys", "wakes", "wakes.copy"] {
      XCTAssertEqual(folder.files(name).filter { $0 != "complete" }, [], name)
    }
  }

  func testAKeyIsDueAtTheInstantOfItsLastSave() async throws {
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path)
    var revision: StorageRevision?
    for second in [1, 1, 2, nil, nil, 3, 3] as [Int?] {
      let (new, wake) = (StorageRevision(), second.map { WallClockInstant.start.advanced(by: .seconds($0)) })
      try await storage.save([1], for: "key", expecting: revision, as: new, wake: wake)
      revision = new
      let due = try await storage.due(before: .start.advanced(by: .seconds(9)), limit: 9)
      XCTAssertEqual(due.map(\.wake), [wake].compactMap { $0 })
      for name in ["wakes", "wakes.copy"] {
        XCTAssertEqual(folder.files(name).filter { $0 != "complete" }.count, wake == nil ? 0 : 1, name)
      }
    }
  }

  func testADamagedFileIsCorruptAndStaysAsItIs() async throws {
    for offset in [0, 9, 20, 40, 60, 70, 74, 76] {
      let folder = TestFolder()
      let storage = FolderStorage(path: folder.path)
      let revision = StorageRevision()
      try await storage.save([1, 2, 3, 4, 5], for: "key", expecting: nil, as: revision, wake: .start)
      try folder.change("states/key.state") { $0[offset] ^= 4 }
      let error = await expect(.corrupt, try await storage.load("key"))
      XCTAssertEqual(error?.bytes?.count, 77, "\(offset)")
      // The key is due, so that opening it reports the error.
      let due = try await storage.due(before: .start.advanced(by: .seconds(1)), limit: 1)
      XCTAssertEqual(due.map(\.key), ["key"], "\(offset)")
    }
  }

  func testAShortenedFileIsCorrupt() async throws {
    for count in [0, 1, 68, 70, 76] {
      let folder = TestFolder()
      let storage = FolderStorage(path: folder.path)
      try await storage.save([1, 2, 3, 4, 5], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
      try folder.change("states/key.state") { $0.removeLast($0.count - count) }
      await expect(.corrupt, try await storage.load("key"))
    }
  }

  func testWhichKeysAreDueIsFoundAnewWhenTheMarkersAreGone() async throws {
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path)
    for number in 0..<20 {
      let wake = number.isMultiple(of: 2) ? WallClockInstant.start.advanced(by: .seconds(number)) : nil
      try await storage.save(
        [],
        for: StorageKey("\(number)"),
        expecting: nil,
        as: StorageRevision(),
        wake: wake
      )
    }
    let before = try await storage.due(before: .start.advanced(by: .seconds(100)), limit: 100)
    try folder.remove("wakes")
    let after = try await FolderStorage(path: folder.path).due(
      before: .start.advanced(by: .seconds(100)),
      limit: 100
    )
    XCTAssertEqual(after, before)
    XCTAssertEqual(after.count, 10)
  }

  func testALockThatIsHeldElsewhereIsWaitedForUpToTheLimit() async throws {
    let folder = TestFolder()
    let revision = StorageRevision()
    // The other one stops in the middle of its save, like a paused process.
    let (reached, proceed) = (Gate(), DispatchSemaphore(value: 0))
    let other = FolderStorage(
      path: folder.path,
      calls: FileCalls { call in
        if call.name == .rename {
          reached.open()
          proceed.wait()
        }
        return .perform
      }
    )
    let save = Task { try await other.save([1], for: "key", expecting: nil, as: revision, wake: nil) }
    await reached.wait()
    let sleeps = Locked(Duration.zero)
    let clock = CountingClock { duration in sleeps.withLock { $0 += duration } }
    let storage = FolderStorage(path: folder.path, lockLimit: .milliseconds(200), clock: clock)
    let error = await expect(
      .unavailable,
      try await storage.save([2], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    )
    XCTAssertTrue(
      error.map { "\($0)".contains("another process or task held the lock") } == true,
      "\(String(describing: error))"
    )
    XCTAssertGreaterThanOrEqual(sleeps.withLock { $0 }, .milliseconds(200))
    // Loads and other keys don't wait.
    let found = try await storage.load("key")
    XCTAssertNil(found)
    try await storage.save([3], for: "other", expecting: nil, as: StorageRevision(), wake: nil)
    proceed.signal()
    try await save.value
    await expect(
      .superseded,
      try await storage.save([2], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    )
  }

  func testTheWaitsForALockDoubleUpToALimit() async throws {
    let folder = TestFolder()
    _ = try await FolderStorage(path: folder.path).load("key")
    let lock = try KeyLock.take("\(folder.path)/locks/key.lock", FileCalls())
    let all = [1, 2, 4, 8, 16, 32, 50, 50]
    for (limit, count) in [(0, 0), (1, 1), (2, 2), (63, 6), (64, 7), (113, 7), (114, 8)] {
      let waits = Collector<Duration>()
      let storage = FolderStorage(
        path: folder.path,
        lockLimit: .milliseconds(limit),
        clock: CountingClock { waits.append($0) }
      )
      await expect(
        .unavailable,
        try await storage.save([2], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
      )
      XCTAssertEqual(waits.all, all.prefix(count).map { .milliseconds($0) }, "\(limit)")
    }
    withExtendedLifetime(lock) {}
  }

  func testAWaitForALockEndsWhenItsTaskIsCancelled() async throws {
    let folder = TestFolder()
    _ = try await FolderStorage(path: folder.path).load("key")
    let lock = try KeyLock.take("\(folder.path)/locks/key.lock", FileCalls())
    let storage = FolderStorage(
      path: folder.path,
      clock: CountingClock { _ in withUnsafeCurrentTask { $0?.cancel() } }
    )
    let save = Task { () async -> StorageError? in
      await expect(
        .unavailable,
        try await storage.save([2], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
      )
    }
    let error = await save.value
    XCTAssertTrue(error?.underlying is CancellationError)
    withExtendedLifetime(lock) {}
  }

  func testThePathOfAFolderHasNoSlashAtItsEnd() async {
    let current = FileManager.default.currentDirectoryPath
    for (path, whole) in [
      ("/", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a"), ("/a/b//", "/a/b"), ("a", "\(current)/a"),
      ("a/b/", "\(current)/a/b"),
    ] {
      let made = Collector<String>()
      let storage = FolderStorage(
        path: path,
        calls: FileCalls { call in
          made.append(call.path)
          return .fail(errno: EACCES)
        }
      )
      await expect(.unavailable, try await storage.load("key"))
      XCTAssertEqual(made.all, [whole], path)
    }
  }

  func testInstantsBeyondWhatCanBeStoredAreTheLastOnes() async throws {
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path)
    let last = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let instants: [(StorageKey, Duration, marker: String)] = [
      ("a", last + .seconds(1), "ffffffffffffffff.000000000000000.a"),
      ("b", last, "ffffffffffffffff.000000000000000.b"),
      ("c", last - .seconds(1), "fffffffffffffffe.000000000000000.c"),
      ("d", .zero - last + .seconds(1), "0000000000000002.000000000000000.d"),
      ("e", .zero - last, "0000000000000001.000000000000000.e"),
      ("f", .zero - last - .seconds(2), "0000000000000001.000000000000000.f"),
    ]
    for (key, instant, _) in instants {
      try await storage.save(
        [],
        for: key,
        expecting: nil,
        as: StorageRevision(),
        wake: WallClockInstant(sinceEpoch: instant)
      )
    }
    XCTAssertEqual(folder.files("wakes"), (instants.map(\.marker) + ["complete"]).sorted())
    let limits: [(Duration, [StorageKey])] = [
      (last + .seconds(9), ["e", "f", "d", "c"]), (.zero - last - .seconds(9), []), (.zero, ["e", "f", "d"]),
    ]
    for (limit, keys) in limits {
      let due = try await storage.due(before: WallClockInstant(sinceEpoch: limit), limit: 10)
      XCTAssertEqual(due.map(\.key), keys, "\(limit)")
    }
  }

  func testACancelledCallIsNotBegun() async throws {
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path)
    let save = Task { () async -> StorageError? in
      withUnsafeCurrentTask { $0?.cancel() }
      return await expect(
        .unavailable,
        try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
      )
    }
    let error = await save.value
    XCTAssertTrue(error?.underlying is CancellationError)
    XCTAssertEqual(folder.files("states"), [])
  }

  func testThePathIsTakenWhenTheStorageIsMade() async throws {
    let path = "TroupeDurableTests-\(UUID().uuidString)/deep/er/"
    let storage = FolderStorage(path: path)
    let absolute = FileManager.default.currentDirectoryPath + "/" + path
    defer { try? FileManager.default.removeItem(atPath: String(path.prefix { $0 != "/" })) }
    try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    let value = try await FolderStorage(path: absolute).load("key")
    XCTAssertEqual(value?.bytes, [1])
  }

  func testAFolderThatCannotBeMadeIsUnavailable() async throws {
    let error = await expect(.unavailable, try await FolderStorage(path: "/dev/null/folder").load("key"))
    XCTAssertTrue(error.map { "\($0)".contains("/dev/null/folder") } == true, "\(String(describing: error))")
  }
}
