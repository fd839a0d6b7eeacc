import Foundation
import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// A folder of a storage that a test damages, and its saved values.
struct DamagedFolder {
  struct Saved {
    let value: StoredValue
    let wake: WallClockInstant?
  }

  /// Which storage finds the damage: one that used the folder before, or one that didn't.
  enum Reader: CaseIterable { case old, new }

  static let long = StorageKey(String(repeating: "long key ", count: 20))
  static let end = WallClockInstant.start.advanced(by: .seconds(1_000))
  static let folders = ["states", "keys", "wakes", "wakes.copy"]

  let saved: [StorageKey: Saved]
  private let template: TestFolder

  init() async throws {
    template = TestFolder(inMemory: ())
    let storage = FolderStorage(path: template.path)
    var saved: [StorageKey: Saved] = [:]
    let contents: [(StorageKey, [UInt8], Int?)] = [
      ("a", [1, 2, 3, 4, 5], 10), ("b", [9, 8], 20), ("\u{e9}", [7], nil), ("empty", [], nil), ("", [4], 40),
      (Self.long, [5, 6], 30), ("big", Array(repeating: 3, count: 2_000), nil),
    ]
    for (key, bytes, second) in contents {
      let value = StoredValue(bytes: bytes, revision: StorageRevision())
      let wake = second.map { WallClockInstant.start.advanced(by: .seconds($0)) }
      try await storage.save(bytes, for: key, expecting: nil, as: value.revision, wake: wake)
      saved[key] = Saved(value: value, wake: wake)
    }
    self.saved = saved
  }

  /// The files, as `states/a.state`.
  var files: [String] { Self.folders.flatMap { folder in template.files(folder).map { "\(folder)/\($0)" } } }

  func size(of file: String) -> Int {
    (try? Data(contentsOf: URL(fileURLWithPath: "\(template.path)/\(file)")).count) ?? 0
  }

  /// Damages copies of the folder, and checks that each operation is as without the damage, or names the
  /// damaged file. Returns the reported errors.
  ///
  /// - Parameter turn: Which copy to use; nil for one with each reader, and with saves and with removals.
  @discardableResult
  func check(
    _ what: String,
    names damaged: [String],
    turn: Int? = nil,
    calls: FileCalls = FileCalls(),
    file: StaticString = #filePath,
    line: UInt = #line,
    _ damage: (TestFolder) throws -> Void
  ) async throws -> Set<StorageKey> {
    var told: Set<StorageKey> = []
    let ways = Reader.allCases.flatMap { reader in [(reader, false), (reader, true)] }
    for (reader, isRemoval) in turn.map({ [ways[$0 % ways.count]] }) ?? ways {
      let folder = TestFolder(inMemory: ())
      try FileManager.default.copyItem(atPath: template.path, toPath: folder.path)
      var storage = FolderStorage(path: folder.path, calls: calls)
      if reader == .old { _ = try? await storage.load("none") }
      try damage(folder)
      if reader == .new { storage = FolderStorage(path: folder.path, calls: calls) }
      var check = DamageCheck(saved, storage, place: "\(what), \(reader) storage", file, line)
      check.names = damaged.map { "\(folder.path)/\($0)" }
      await check.run(removing: isRemoval)
      told.formUnion(check.told)
    }
    return told
  }
}

/// Calls each operation of a storage whose folder is damaged.
private struct DamageCheck {
  let saved: [StorageKey: DamagedFolder.Saved]
  let storage: FolderStorage
  let place: String
  let file: StaticString
  let line: UInt
  /// The paths of which an error has to name one.
  var names: [String] = []
  /// The keys whose damage was reported.
  private(set) var told: Set<StorageKey> = []

  init(
    _ saved: [StorageKey: DamagedFolder.Saved],
    _ storage: FolderStorage,
    place: String,
    _ file: StaticString,
    _ line: UInt
  ) {
    self.saved = saved
    self.storage = storage
    self.place = place
    self.file = file
    self.line = line
  }

  mutating func run(removing: Bool) async {
    await due()
    for (key, saved) in saved { await load(key, saved) }
    await due()
    for (key, saved) in saved { if removing { await remove(key, saved) } else { await save(key, saved) } }
    do {
      let found = try await storage.load("none")
      XCTAssertNil(found, place, file: file, line: line)
    } catch {
      expectName(error, "load none")
    }
  }

  private func expectName(_ error: any Error, _ what: String) {
    XCTAssertTrue(
      names.contains { "\(error)".contains($0) },
      "\(place), \(what) doesn't name \(names): \(error)",
      file: file,
      line: line
    )
  }

  private mutating func load(_ key: StorageKey, _ saved: DamagedFolder.Saved) async {
    do {
      let value = try await storage.load(key)
      XCTAssertEqual(value, saved.value, "\(place), load \(key)", file: file, line: line)
    } catch {
      told.insert(key)
      expectName(error, "load \(key)")
    }
  }

  /// Each key that asked to be opened is due, and any other key only if loading it reports why.
  private func due() async {
    do {
      let due = try await storage.due(before: DamagedFolder.end, limit: 100)
      XCTAssertEqual(Set(due.map(\.key)).count, due.count, "\(place): \(due)", file: file, line: line)
      XCTAssertEqual(due.map(\.wake), due.map(\.wake).sorted(), "\(place): \(due)", file: file, line: line)
      let wakes = Dictionary(due.map { ($0.key, $0.wake) }, uniquingKeysWith: { first, _ in first })
      for (key, saved) in saved where saved.wake != wakes[key] {
        // Another instant than the requested one is due only if loading reports an error.
        guard saved.wake == nil || wakes[key] != nil else {
          XCTFail("\(place): \(key) isn't due.", file: file, line: line)
          continue
        }
        do {
          _ = try await storage.load(key)
          XCTFail("\(place): \(key) is due without a reason.", file: file, line: line)
        } catch {
          expectName(error, "load \(key)")
        }
      }
    } catch {
      expectName(error, "due")
    }
  }

  private func save(_ key: StorageKey, _ saved: DamagedFolder.Saved) async {
    let new = StoredValue(bytes: [0], revision: StorageRevision())
    do {
      try await storage.save(
        new.bytes,
        for: key,
        expecting: saved.value.revision,
        as: new.revision,
        wake: saved.wake
      )
      let value = try await storage.load(key)
      XCTAssertEqual(value, new, "\(place), save \(key)", file: file, line: line)
    } catch {
      expectName(error, "save \(key)")
    }
  }

  private func remove(_ key: StorageKey, _ saved: DamagedFolder.Saved) async {
    do {
      try await storage.remove(key, expecting: saved.value.revision)
      let value = try await storage.load(key)
      XCTAssertNil(value, "\(place), remove \(key)", file: file, line: line)
      let due = try await storage.due(before: DamagedFolder.end, limit: 100)
      XCTAssertFalse(due.contains { $0.key == key }, "\(place), remove \(key)", file: file, line: line)
    } catch {
      expectName(error, "remove \(key)")
    }
  }
}
