import BrowserTesting
import Foundation
import TroupeDurable
import WarehouseStorage
import XCTest

/// Databases whose files are damaged while no server has them. Either the damage is noticed, or no saved
/// value is altered or gone.
final class SQLiteDamageTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  /// How many databases are damaged at random. `.ci/soak` sets more.
  private var count: Int {
    ProcessInfo.processInfo.environment["WAREHOUSE_DAMAGES"].flatMap(Int.init) ?? 60
  }

  /// Saves warehouses, some of which have been saved before.
  private func save(
    _ numbers: Range<Int>,
    to storage: SQLiteStorage,
    using generator: inout SeededGenerator
  ) async throws {
    for number in numbers {
      let key = StorageKey("warehouse-\(number)")
      let expected = try await storage.load(key)?.revision
      // Texts of a few bytes, and texts that take several pages.
      let count = Int.random(in: 0..<(number % 5 == 0 ? 12_000 : 900), using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 32..<127, using: &generator) }
      try await storage.save(
        bytes,
        for: key,
        expecting: expected,
        as: StorageRevision(using: &generator),
        wake: number % 3 == 0 ? WallClockInstant(sinceEpoch: .seconds(number)) : nil
      )
    }
  }

  /// Databases in the states in which a server leaves them: killed before the first checkpoint, killed after
  /// it and a later start, killed when the log had begun again from its start, and ended.
  private func images(using generator: inout SeededGenerator) async throws -> [DatabaseImage] {
    var images: [DatabaseImage] = []
    let path = folder.path("db")
    var storage = try SQLiteStorage(path: path)
    try await save(0..<20, to: storage, using: &generator)
    images.append(try await DatabaseImage(of: storage, at: path))
    try await save(10..<30, to: storage, using: &generator)
    try storage.close()
    storage = try SQLiteStorage(path: path)
    try await save(20..<40, to: storage, using: &generator)
    images.append(try await DatabaseImage(of: storage, at: path))
    // More than the thousand pages after which SQLite copies the log, and begins again from its start.
    for _ in 0..<12 { try await save(0..<50, to: storage, using: &generator) }
    images.append(try await DatabaseImage(of: storage, at: path))
    var ended = try await DatabaseImage(of: storage, at: path)
    try storage.close()
    ended.files = try DatabaseImage.files(at: path)
    images.append(ended)
    return images
  }

  private enum Damage: CaseIterable {
    case bit, bits, byte, zeros, garbage, truncation, pages, empty, deletion

    func apply(to bytes: Data, using generator: inout SeededGenerator) -> Data? {
      var bytes = bytes
      guard self != .deletion else { return nil }
      guard self != .empty, !bytes.isEmpty else { return Data() }
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch self {
      case .bit: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case .bits:
        for _ in 0..<20 {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
      case .byte: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case .zeros: bytes.resetBytes(in: index..<min(index + 512, bytes.count))
      case .garbage:
        for index in index..<min(index + 512, bytes.count) {
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
      case .truncation: bytes = bytes.prefix(index)
      case .pages: bytes = bytes.prefix(index / 4_096 * 4_096)
      case .empty, .deletion: break
      }
      return bytes
    }
  }

  func testRandomDamageIsNoticed() async throws {
    var generator = SeededGenerator(seed: 34)
    let images = try await images(using: &generator)
    var (noticed, whole) = (0, 0)
    for number in 0..<count {
      var image = images[number % images.count]
      var names = image.files.keys.filter { $0 != "-shm" }.sorted()
      var done: [String] = []
      // Some have two damages.
      for _ in 0..<(number % 7 == 0 ? 2 : 1) {
        guard let name = names.randomElement(using: &generator),
          let damage = Damage.allCases.filter({ $0 != .deletion || names.count > 1 })
            .randomElement(using: &generator),
          let bytes = image.files[name]
        else { continue }
        image.files[name] = damage.apply(to: bytes, using: &generator)
        if image.files[name] == nil { names.removeAll { $0 == name } }
        done.append("\(damage) of db\(name)")
      }
      switch try await image.outcome(in: folder) {
      case .noticed: noticed += 1
      case .whole: whole += 1
      case .silent(let text): XCTFail("\(number), \(done): \(text)")
      }
    }
    // Most of the time, the damaged part is in use.
    XCTAssertGreaterThan(noticed, count / 4)
    XCTAssertGreaterThan(whole, 0)
  }

  /// Each file cut at each page, and each set of files deleted or emptied.
  func testAllCutsAndMissingFilesAreNoticed() async throws {
    var generator = SeededGenerator(seed: 9)
    for (number, image) in try await images(using: &generator).enumerated() {
      let undamaged = try await image.outcome(in: folder)
      XCTAssertEqual(undamaged, .whole, "\(number)")
      for (name, bytes) in image.files {
        for count in stride(from: 0, to: bytes.count, by: max(bytes.count / 24 / 4_096, 1) * 4_096) {
          var cut = image
          cut.files[name] = bytes.prefix(count)
          let outcome = try await cut.outcome(in: folder)
          if case .silent(let text) = outcome { XCTFail("\(number), db\(name), \(count) bytes: \(text)") }
        }
      }
      let names = image.files.keys.sorted()
      // All but the set in which nothing is left.
      for left in 1..<(1 << names.count) {
        for replacement in [nil, Data()] {
          var reduced = image
          for (bit, name) in names.enumerated() where left & 1 << bit == 0 {
            reduced.files[name] = replacement
          }
          let outcome = try await reduced.outcome(in: folder)
          if case .silent(let text) = outcome {
            XCTFail(
              "\(number), \(replacement == nil ? "left" : "not emptied") \(reduced.files.keys): \(text)"
            )
          }
        }
      }
    }
  }
}
