import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Reading a state without claiming its key.
final class StorageReadTests: TroupeTestCase {
  private static let codec = StateCodec(Journal.State.self, format: JSONFormat())

  // S789
  func testAReadLeavesTheOwnerAlone() async throws {
    try await underSeeds { scheduler, _ in
      let storage: any Storage = MemoryStorage()
      let nothing = try await storage.read("journal", codec: Self.codec)
      XCTAssertNil(nothing)
      let watching = Collector<Int>()
      let outside = Journal.Outside(watching: { watching.append($0) })
      let owner = try await Journal.open(storage, on: scheduler, outside: outside)
      try await owner.commit(.watch(1))
      for number in 1...5 {
        try await owner.commit(.add(number))
        let before = try await storage.load("journal")
        let state = try await storage.read("journal", codec: Self.codec)
        XCTAssertEqual(state?.entries, Array(1...number))
        let after = try await storage.load("journal")
        XCTAssertEqual(before, after)
      }
      // Of the declared effects, only the owner's has started.
      await scheduler.settle()
      XCTAssertEqual(watching.all, [1])
      await owner.shutdown(within: .zero)
    }
  }

  // S789
  func testAReadMigratesAndSavesNothing() async throws {
    struct New: Codable, Equatable, Sendable { var total: Int }
    let storage = MemoryStorage()
    let bytes = try Self.codec.encode(Journal.State(entries: [1, 2, 3]))
    try await storage.save(bytes, for: "journal", expecting: nil, as: StorageRevision(), wake: nil)
    let codec = StateCodec(New.self, version: 2, format: JSONFormat()) { old in
      old.version == 1 ? New(total: try old.decode(Journal.State.self).entries.reduce(0, +)) : nil
    }
    let state = try await storage.read("journal", codec: codec)
    XCTAssertEqual(state, New(total: 6))
    let saved = try await storage.load("journal")
    XCTAssertEqual(saved?.bytes, bytes)
    XCTAssertEqual(storage.saveCount, 1)
  }

  // S789
  func testErrorsNameTheKeyAndTheVersion() async throws {
    let storage = MemoryStorage()
    let newer = StateCodec(Journal.State.self, version: 7, format: JSONFormat())
    let bytes = try newer.encode(Journal.State())
    try await storage.save(bytes, for: "journal", expecting: nil, as: StorageRevision(), wake: nil)
    try await storage.save([1, 2], for: "odd", expecting: nil, as: StorageRevision(), wake: nil)
    let cases: [(StorageKey, StateCodingError.Code, Int?)] = [
      ("journal", .newerVersion, 7), ("odd", .notAState, nil),
    ]
    for (key, code, version) in cases {
      do {
        _ = try await storage.read(key, codec: Self.codec)
        XCTFail("It was read.")
      } catch let error as StateCodingError {
        XCTAssertEqual(error.code, code)
        XCTAssertEqual(error.key, key)
        XCTAssertEqual(error.version, version)
        XCTAssertTrue(error.description.contains("The key is \"\(key)\"."), error.description)
        if let version { XCTAssertTrue(error.description.contains("version \(version)"), error.description) }
      }
      // A store that is opened reports the same.
      do {
        _ = try await Journal.open(storage, key, on: Scheduler(seed: 1))
        XCTFail("It was opened.")
      } catch let error as StateCodingError {
        XCTAssertEqual(error.code, code)
        XCTAssertEqual(error.key, key)
      }
    }
    storage.isUnavailable = true
    let error = await expect(.unavailable, try await storage.read("journal", codec: Self.codec))
    XCTAssertEqual(error?.key, "journal")
  }

  // S789
  func testACancelledReadThrowsAndChangesNothing() async throws {
    try await underSeeds(5) { scheduler, _ in
      let storage = MemoryStorage()
      let reading = Task(executorPreference: scheduler) {
        withUnsafeCurrentTask { $0?.cancel() }
        return await expect(.unavailable, try await storage.read("journal", codec: Self.codec))
      }
      let error = try await reading.value
      XCTAssertTrue(error?.underlying is CancellationError)
      XCTAssertEqual(storage.saveCount, 0)
    }
  }
}
