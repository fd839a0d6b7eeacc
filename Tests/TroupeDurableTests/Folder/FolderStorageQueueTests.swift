import Dispatch
import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// Which calls of a storage wait for each other.
final class FolderStorageQueueTests: TroupeTestCase {
  private struct Broken: Error {}

  func testALoadDoesNotWaitForASaveOfItsKey() async throws {
    let folder = TestFolder()
    let (reached, proceed) = (Gate(), DispatchSemaphore(value: 0))
    let storage = FolderStorage(path: folder.path, calls: Self.calls(reached, proceed))
    let save = Task {
      try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    }
    await reached.wait()
    let none = try await storage.load("key")
    XCTAssertNil(none)
    proceed.signal()
    try await save.value
    let value = try await storage.load("key")
    XCTAssertEqual(value?.bytes, [1])
  }

  /// The second one isn't begun, and so doesn't find the lock of the key taken.
  func testSavesAndRemovalsOfAKeyWaitForEachOther() async throws {
    for isRemoval in [false, true] {
      try await underSeeds(1) { scheduler, _ in
        let folder = TestFolder()
        let (reached, proceed, sleeps) = (Gate(), DispatchSemaphore(value: 0), Collector<Duration>())
        let storage = FolderStorage(
          path: folder.path,
          clock: CountingClock { sleeps.append($0) },
          calls: Self.calls(reached, proceed)
        )
        let revision = StorageRevision()
        let first = Task(executorPreference: scheduler) {
          try await storage.save([1], for: "key", expecting: nil, as: revision, wake: nil)
        }
        await reached.wait()
        let second = Task(executorPreference: scheduler) {
          if isRemoval {
            try await storage.remove("key", expecting: revision)
          } else {
            try await storage.save([2], for: "key", expecting: revision, as: StorageRevision(), wake: nil)
          }
        }
        await scheduler.settle()
        // If the second one were begun, it would be over before this one, which waits for the disk.
        for other in ["x", "y", "z"] as [StorageKey] {
          try await storage.save([3], for: other, expecting: nil, as: StorageRevision(), wake: nil)
        }
        proceed.signal()
        try await first.value
        try await second.value
        XCTAssertEqual(sleeps.all, [])
        let value = try await storage.load("key")
        XCTAssertEqual(value?.bytes, isRemoval ? nil : [2])
      }
    }
  }

  func testAWaitForALockThatFailsEndsTheCall() async throws {
    let folder = TestFolder()
    _ = try await FolderStorage(path: folder.path).load("key")
    let lock = try KeyLock.take("\(folder.path)/locks/key.lock", FileCalls())
    let storage = FolderStorage(path: folder.path, clock: CountingClock { _ in throw Broken() })
    let error = await expect(
      .unavailable,
      try await storage.save([2], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    )
    XCTAssertTrue(error?.underlying is Broken, "\(String(describing: error))")
    withExtendedLifetime(lock) {}
  }

  /// The first save of the key is held up before it renames its file.
  private static func calls(_ reached: Gate, _ proceed: DispatchSemaphore) -> FileCalls {
    let isFirst = Locked(true)
    return FileCalls { call in
      if call.name == .rename, call.path.hasSuffix("/key.new"),
        isFirst.withLock({ Swift.exchange(&$0, with: false) })
      {
        reached.open()
        proceed.wait()
      }
      return .perform
    }
  }
}
