import Foundation
import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// The state of the folder after a crash at each system call.
final class FolderCrashTests: TroupeTestCase {
  /// Performs calls up to one, which fails with all later ones, like the calls of a process that is gone.
  private final class Crash: Sendable {
    private let state = Locked((made: 0, trace: [FileCalls.Call]()))
    private let point: Int
    private let tears: Bool

    init(at point: Int = .max, tearing tears: Bool = false) { (self.point, self.tears) = (point, tears) }

    var calls: FileCalls {
      FileCalls { call in
        self.state.withLock { state in
          state.made += 1
          state.trace.append(call)
          if state.made <= self.point { return .perform }
          return self.tears && state.made == self.point + 1 ? .tear(errno: EIO) : .fail(errno: EIO)
        }
      }
    }

    var count: Int { state.withLock { $0.made } }
    var trace: [FileCalls.Call] { state.withLock { $0.trace } }
  }

  private enum Operation: CaseIterable {
    case create, replace, replaceWithOtherWake, replaceWithoutWake, remove, due
  }

  private static let old = StoredValue(bytes: [1, 2, 3], revision: StorageRevision())
  private static let new = StoredValue(bytes: [4, 5, 6, 7, 8, 9], revision: StorageRevision())
  private static let end = WallClockInstant.start.advanced(by: .seconds(1_000))

  /// The stored values, and when they are due, before an operation and after it.
  private func values(_ operation: Operation) -> (before: (StoredValue?, Int?), after: (StoredValue?, Int?)) {
    switch operation {
    case .create: ((nil, nil), (Self.new, 1))
    case .replace: ((Self.old, 0), (Self.new, 0))
    case .replaceWithOtherWake: ((Self.old, 0), (Self.new, 1))
    case .replaceWithoutWake: ((Self.old, 0), (Self.new, nil))
    case .remove: ((Self.old, 0), (nil, nil))
    case .due: ((Self.old, 0), (Self.old, 0))
    }
  }

  private func wake(_ number: Int?) -> WallClockInstant? {
    number.map { .start.advanced(by: .seconds($0)) }
  }

  private func prepare(_ operation: Operation, _ folder: TestFolder) async throws {
    let storage = FolderStorage(path: folder.path)
    if let old = values(operation).before.0 {
      try await storage.save(old.bytes, for: "key", expecting: nil, as: old.revision, wake: wake(0))
    }
    // So that the markers have to be rebuilt.
    if operation == .due { try folder.remove("wakes") }
  }

  private func run(_ operation: Operation, _ storage: FolderStorage) async throws {
    switch operation {
    case .remove: try await storage.remove("key", expecting: Self.old.revision)
    case .due: _ = try await storage.due(before: Self.end, limit: 10)
    default:
      let (before, after) = values(operation)
      try await storage.save(
        Self.new.bytes,
        for: "key",
        expecting: before.0?.revision,
        as: Self.new.revision,
        wake: wake(after.1)
      )
    }
  }

  func testACrashAtAnyCallLeavesTheOldOrTheNewValue() async throws {
    for operation in Operation.allCases {
      for tears in [false, true] {
        var (point, isDone) = (0, false)
        while !isDone {
          isDone = try await crash(operation, at: point, tearing: tears)
          point += 1
        }
        // A save makes at least these: prepare, lock, read, write, sync, rename, sync, unlock.
        XCTAssertGreaterThan(point, 10, "\(operation)")
      }
    }
  }

  /// Makes an operation crash at a call, and returns whether it was done before.
  private func crash(_ operation: Operation, at point: Int, tearing: Bool) async throws -> Bool {
    let place = "\(operation), crashed at call \(point)"
    let folder = TestFolder()
    try await prepare(operation, folder)
    let crash = Crash(at: point, tearing: tearing)
    var isAcknowledged = true
    do {
      try await run(operation, FolderStorage(path: folder.path, calls: crash.calls))
    } catch let error as StorageError {
      XCTAssertEqual(error.code, .unavailable, place)
      isAcknowledged = false
    }

    let storage = FolderStorage(path: folder.path)
    let (before, after) = values(operation)
    let found = try await storage.load("key")
    let isNew = found == after.0
    XCTAssertTrue(isNew || found == before.0 && !isAcknowledged, "\(place): \(String(describing: found))")
    let due = try await storage.due(before: Self.end, limit: 10)
    let expected = wake(isNew ? after.1 : before.1).map { [ScheduledKey(key: "key", wake: $0)] } ?? []
    XCTAssertEqual(due, expected, place)
    XCTAssertEqual(folder.files("states"), found == nil ? [] : ["key.state"], place)
    XCTAssertEqual(folder.files("locks"), [], place)
    XCTAssertEqual(folder.files("wakes").count, 1 + due.count, place)

    // The next one continues as if nothing had happened.
    let next = StorageRevision()
    try await storage.save([9], for: "key", expecting: found?.revision, as: next, wake: nil)
    let last = try await storage.load("key")
    XCTAssertEqual(last?.revision, next, place)
    return isAcknowledged && crash.count <= point
  }

  /// Only a loss of power would show this: everything is on the disk before another file depends on it.
  func testTheDiskHasWhatASaveDependsOn() async throws {
    let folder = TestFolder()
    try await prepare(.replaceWithOtherWake, folder)
    let crash = Crash()
    let storage = FolderStorage(path: folder.path, calls: crash.calls)
    _ = try await storage.load("other")
    let before = crash.count
    try await run(.replaceWithOtherWake, storage)
    let trace = crash.trace.dropFirst(before).filter { $0.name != .lock }.map { call in
      "\(call.name) \(call.path.replacing(folder.path + "/", with: "").replacing("wakes.copy", with: "copies").split(separator: ".")[0])"
    }
    XCTAssertEqual(
      trace,
      [
        "open locks/key", "open states/key", "examine states/key", "read states/key", "open states/key",
        "write states/key", "write states/key", "sync states/key", "examine wakes/800000006955b901",
        "open wakes/800000006955b901", "open wakes", "sync wakes", "examine copies/800000006955b901",
        "open copies/800000006955b901", "rename states/key", "open states", "sync states", "examine keys/key",
        "remove wakes/800000006955b900", "remove copies/800000006955b900",
        "remove locks/key",
      ]
    )
  }

  func testALoadHasTheDiskKeepWhatItReturns() async throws {
    let folder = TestFolder()
    try await prepare(.replace, folder)
    let crash = Crash()
    let storage = FolderStorage(path: folder.path, calls: crash.calls)
    _ = try await storage.load("key")
    let before = crash.count
    _ = try await storage.load("key")
    XCTAssertEqual(
      crash.trace.dropFirst(before).map(\.name),
      [.open, .examine, .read, .open, .sync, .examine, .examine, .examine]
    )
  }

  func testAFullDiskLosesNothing() async throws {
    let folder = TestFolder()
    try await prepare(.replace, folder)
    let storage = FolderStorage(
      path: folder.path,
      calls: FileCalls { $0.name == .write ? .tear(errno: ENOSPC) : .perform }
    )
    let revision = Self.old.revision
    let error = await expect(
      .unavailable,
      try await storage.save([9, 9], for: "key", expecting: revision, as: StorageRevision(), wake: nil)
    )
    XCTAssertTrue(error.map { "\($0)".contains("No space left") } == true, "\(String(describing: error))")
    let found = try await storage.load("key")
    XCTAssertEqual(found, Self.old)
    XCTAssertEqual(folder.files("states"), ["key.state"])
  }
}
