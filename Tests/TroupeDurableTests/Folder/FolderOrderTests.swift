import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// The calls with which a storage reads, saves and repairs, and their order.
final class FolderOrderTests: TroupeTestCase {
  private let folder = TestFolder()
  private let long = StorageKey(String(repeating: "long key ", count: 20))
  private let calls = Collector<String>()

  /// A storage that has used its folder before, so that only its next calls are collected.
  private func prepared(
    _ failing: @escaping @Sendable (FileCalls.Call) -> Int32? = { _ in nil }
  ) async throws -> FolderStorage {
    let storage = FolderStorage(
      path: folder.path,
      calls: FileCalls { [calls, folder] call in
        calls.append("\(call.name) \(call.path.dropFirst(folder.path.count + 1))")
        return failing(call).map { .fail(errno: $0) } ?? .perform
      }
    )
    _ = try await storage.load("none")
    calls.clear()
    return storage
  }

  private func save(_ key: StorageKey, _ storage: FolderStorage, size: Int = 1, second: Int? = nil)
    async throws
  {
    try await storage.save(
      Array(repeating: 1, count: size),
      for: key,
      expecting: nil,
      as: StorageRevision(),
      wake: second.map { WallClockInstant.start.advanced(by: .seconds($0)) }
    )
  }

  private func changes(_ file: String) -> [String] {
    calls.all.filter { $0.hasPrefix("write ") || $0.hasPrefix("sync ") || $0.hasPrefix("rename ") }
      .filter { $0.hasSuffix(file) || $0 == "sync states" }
  }

  func testAValueIsOnTheDiskBeforeItsNameAndItsNameBeforeTheSaveEnds() async throws {
    let storage = try await prepared()
    try await save("key", storage)
    XCTAssertEqual(
      changes("key.new"),
      [
        "write states/key.new", "write states/key.new", "sync states/key.new", "rename states/key.new",
        "sync states",
      ]
    )
  }

  /// The process that renamed the file may have crashed before its name was on the disk.
  func testTheNameOfAValueIsOnTheDiskBeforeItIsLoaded() async throws {
    let storage = try await prepared()
    for key in ["key", "none"] as [StorageKey] {
      if key == "key" { try await save(key, storage) }
      calls.clear()
      _ = try await storage.load(key)
      XCTAssertEqual(changes(".state"), ["sync states"], "\(key)")
    }
  }

  func testASaveThatFailsTakesNoSpace() async throws {
    let storage = try await prepared { $0.name == .write ? ENOSPC : nil }
    await expect(.unavailable, try await save("key", storage))
    XCTAssertEqual(folder.files("states"), [])
  }

  func testALoadMakesMissingMarkersAgain() async throws {
    let storage = try await prepared()
    try await save("key", storage, second: 1)
    let marker = WakeMarker(WallClockInstant.start.advanced(by: .seconds(1)), FileName(of: "key")).text
    for name in ["wakes", "wakes.copy"] {
      try folder.remove("\(name)/\(marker)")
      _ = try await storage.load("key")
      XCTAssertTrue(folder.files(name).contains(marker), name)
    }
  }

  func testTheFileOfAKeyIsWrittenOnce() async throws {
    let storage = try await prepared()
    for key in ["key", long] as [StorageKey] {
      let (first, second) = (StorageRevision(), StorageRevision())
      try await storage.save([1], for: key, expecting: nil, as: first, wake: nil)
      calls.clear()
      try await storage.save([2], for: key, expecting: first, as: second, wake: nil)
      XCTAssertEqual(calls.all.filter { $0.hasPrefix("open keys/") }, [], key.text)
    }
  }

  func testOnlyTheHeaderOfAValueIsReadToFindOutWhetherItIsDue() async throws {
    let storage = try await prepared()
    try await save("key", storage, size: 2_000, second: 1)
    calls.clear()
    _ = try await storage.due(before: .start.advanced(by: .seconds(9)), limit: 9)
    XCTAssertEqual(calls.all.filter { $0.hasPrefix("read ") }.count, 1)
    calls.clear()
    _ = try await storage.load("key")
    XCTAssertEqual(calls.all.filter { $0.hasPrefix("read ") }.count, 2)
  }
}
