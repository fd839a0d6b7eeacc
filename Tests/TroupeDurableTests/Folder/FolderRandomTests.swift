import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

final class FolderRandomTests: TroupeTestCase {
  func testTasksAndStoragesOfOneProcessLoseNothingOfEachOther() async throws {
    let folder = TestFolder()
    // Two storages know nothing of each other, as two processes don't.
    let storages = (0..<2).map { _ in FolderStorage(path: folder.path, lockLimit: .seconds(60)) }
    let oracles = ["a": StorageOracle(), "b": StorageOracle()] as [StorageKey: StorageOracle]
    await withTaskGroup { group in
      for (key, oracle) in oracles {
        for number in 0..<6 {
          group.addTask {
            var client = StorageClient(storages[number % 2], key, oracle, seed: UInt64(number))
            await client.run(30)
          }
        }
      }
    }
    for (key, oracle) in oracles {
      oracle.check(try await storages[0].load(key))
      XCTAssertGreaterThan(oracle.acknowledged, 5)
    }
    XCTAssertEqual(folder.files("locks"), [])
  }

  func testCallsThatFailLoseNothing() async throws {
    for seed in 0..<10 as Range<UInt64> {
      let folder = TestFolder()
      let generator = Locked(SeededGenerator(seed: seed))
      let storage = FolderStorage(
        path: folder.path,
        lockLimit: .seconds(60),
        calls: FileCalls { _ in
          switch generator.withLock({ Int.random(in: 0..<60, using: &$0) }) {
          case 0: .fail(errno: 5)
          case 1: .tear(errno: 5)
          default: .perform
          }
        }
      )
      let oracle = StorageOracle()
      await withTaskGroup { group in
        for number in 0..<3 {
          group.addTask {
            var client = StorageClient(storage, "key", oracle, seed: seed * 10 + UInt64(number))
            await client.run(30)
          }
        }
      }
      oracle.check(try await FolderStorage(path: folder.path).load("key"))
    }
  }
}
