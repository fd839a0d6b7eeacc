import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// Several processes on one folder.
final class FolderProcessTests: TroupeTestCase {
  private func number(_ folder: TestFolder) async throws -> Int? {
    try await FolderStorage(path: folder.path).load("key").flatMap {
      Int(String(decoding: $0.bytes, as: UTF8.self))
    }
  }

  func testTwoProcessesAndThisOneLoseNothingOfEachOther() async throws {
    let folder = TestFolder()
    let processes = try (0..<2).map { _ in try LineProcess("StorageWriter", folder.path, "key", "40") }
    let storage = FolderStorage(path: folder.path, lockLimit: .seconds(60))
    var own: [Int] = []
    while own.count < 40 {
      let value = try await storage.load("key")
      let next = (value.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0) + 1
      do throws(StorageError) {
        try await storage.save(
          Array("\(next)".utf8),
          for: "key",
          expecting: value?.revision,
          as: StorageRevision(),
          wake: nil
        )
        own.append(next)
      } catch {
        guard error.code == .superseded else { throw error }
      }
    }
    var all = own
    for process in processes {
      for await number in process.lines.compactMap({ Int($0) }) { all.append(number) }
      let isGood = await process.wasSuccessful()
      XCTAssertTrue(isGood)
    }
    // Each number was saved by one of them.
    XCTAssertEqual(all.sorted(), Array(1...120))
    let last = try await number(folder)
    XCTAssertEqual(last, 120)
    XCTAssertEqual(folder.files("locks"), [])
  }

  func testAProcessThatIsKilledLosesNothingThatItHasSaved() async throws {
    let folder = TestFolder()
    var last = 0
    for round in 0..<5 {
      let process = try LineProcess("StorageWriter", folder.path, "key", "1000000")
      var count = 0
      for await number in process.lines.compactMap({ Int($0) }) {
        XCTAssertGreaterThan(number, last)
        last = number
        count += 1
        if count == 3 + round * 2 { process.signal(SIGKILL) }
      }
      let isGood = await process.wasSuccessful()
      XCTAssertFalse(isGood)
      let found = try await number(folder)
      // The number that it was about to print is there, too.
      XCTAssertTrue(found == last || found == last + 1, "\(String(describing: found)) after \(last)")
      let due = try await FolderStorage(path: folder.path).due(before: .start, limit: 10)
      XCTAssertEqual(due.map(\.wake), found.map { [WallClockInstant(sinceEpoch: .seconds($0))] })
      XCTAssertEqual(folder.files("states"), ["key.state"])
    }
  }
}
