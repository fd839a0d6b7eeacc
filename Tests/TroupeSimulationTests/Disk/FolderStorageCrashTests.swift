import Foundation
import Troupe
import TroupeDurable
import TroupeSimulation
import TroupeTesting
import XCTest

/// The folder storage on simulated disks.
final class FolderStorageCrashTests: TroupeTestCase {
  private let seeds = UInt64(count("TROUPE_SIMULATION_SEEDS", default: 200))

  func testAFolderStorageOnASimulatedDiskKeepsTheRulesOfStorages() async {
    await checkStorage { FolderStorage(path: "/storage", calls: FileCalls(files: SimulatedFiles())) }
  }

  func testAFolderStorageRunsInTasks() async throws {
    try await underSeeds(5) { scheduler, clock in
      let threads = FileThreads.tasks { work in
        Task(executorPreference: scheduler) { work() }
      }
      await checkStorage {
        FolderStorage(
          path: "storage",
          clock: clock,
          calls: FileCalls(files: SimulatedFiles()),
          threads: threads
        )
      }
      XCTAssertEqual(threads.count, 0)
    }
  }

  func testAfterACrashAtAnyCallAValueIsOldOrNew() async {
    for seed in 0..<seeds {
      let broken = await CrashingStorage(seed: seed).run(crashes: 2)
      XCTAssertNil(broken, "seed \(seed)")
    }
  }

  /// The sync of the folder's name fails. Then the same storage, or a storage of another process, finds the
  /// folder, and must sync the name before it saves.
  func testAFolderWhoseCreationWasNotSyncedIsSyncedBeforeASave() async throws {
    for writer in 1...2 {
      for path in ["/storage", "/a/b/storage"] {
        let process = Tallied(1)
        let mustFail = Tallied(true)
        let files = SimulatedFiles(currentProcess: { process.value }) { call in
          guard call.name == .sync, !call.path.hasSuffix("storage") else { return .perform }
          return mustFail.change { Swift.exchange(&$0, with: false) } ? .fail(errno: EIO) : .perform
        }
        let first = FolderStorage(path: path, calls: FileCalls(files: files))
        let second = FolderStorage(path: path, calls: FileCalls(files: files))
        do {
          _ = try await first.load("key")
          XCTFail("The sync didn't fail.")
        } catch {
          XCTAssertEqual(error.code, .unavailable)
        }
        process.change { $0 = writer }
        let revision = StorageRevision()
        let storage = writer == 1 ? first : second
        try await storage.save([1], for: "key", expecting: nil, as: revision, wake: nil)
        files.crash(of: [1, 2]) { options in options - 1 }
        let value = try await FolderStorage(path: path, calls: FileCalls(files: files)).load("key")
        XCTAssertEqual(value, StoredValue(bytes: [1], revision: revision), "\(path), process \(writer)")
      }
    }
  }

  func testAStorageWithoutSyncsOfFilesLosesValues() async {
    let broken = await firstBroken(forgetting: .file)
    XCTAssertNotNil(broken)
  }

  func testAStorageWithoutSyncsOfFoldersLosesValues() async {
    let broken = await firstBroken(forgetting: .folder)
    XCTAssertNotNil(broken)
  }

  func testDamageIsFound() async throws {
    let files = SimulatedFiles()
    let storage = FolderStorage(path: "/storage", calls: FileCalls(files: files))
    let revision = StorageRevision()
    try await storage.save([1, 2, 3], for: "key", expecting: nil, as: revision, wake: nil)
    let path = "/storage/states/key.state"
    XCTAssertTrue(files.paths.contains(path))
    let count = try XCTUnwrap(files.bytes(at: path)?.count)
    for bit in 0..<(8 * count) {
      files.damage(path: path, bit: bit)
      do {
        _ = try await storage.load("key")
        XCTFail("bit \(bit)")
      } catch {
        XCTAssertEqual(error.code, .corrupt, "bit \(bit)")
      }
      files.damage(path: path, bit: bit)
    }
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [1, 2, 3], revision: revision))
  }

  private func firstBroken(forgetting kind: FileStatus.Kind) async -> String? {
    for seed in 0..<200 as Range<UInt64> {
      if let broken = await CrashingStorage(seed: seed, forgetting: kind).run(crashes: 2) { return broken }
    }
    return nil
  }
}
