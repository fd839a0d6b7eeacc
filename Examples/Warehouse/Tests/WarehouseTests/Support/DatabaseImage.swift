import BrowserTesting
import Foundation
import TroupeDurable
import WarehouseStorage

/// All files of a database at one moment, as a killed server leaves them, and its saved values.
struct DatabaseImage {
  /// The bytes of each file, by what follows `db` in its name.
  var files: [String: Data]
  var values: [StorageKey: StoredValue]
  var due: [ScheduledKey]

  /// The outcome for a damaged database.
  enum Outcome: Equatable {
    /// It wasn't opened, or a load reported that the value is damaged.
    case noticed(String)
    /// It has all saved values.
    case whole
    /// A value is altered or gone, without an error.
    case silent(String)
  }

  static func files(at path: String) throws -> [String: Data] {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent()
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix(url.lastPathComponent) {
      files[String(name.dropFirst(url.lastPathComponent.count))] = try Data(
        contentsOf: folder.appending(path: name)
      )
    }
    return files
  }

  /// Writes the files to a new folder, and returns the path of the main one.
  func write(to folder: TestFolder) throws -> String {
    let place = folder.path(UUID().uuidString)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    for (name, bytes) in files { try bytes.write(to: URL(filePath: "\(place)/db\(name)")) }
    return place + "/db"
  }

  /// Opens the database, and compares it with the saved values.
  func outcome(in folder: TestFolder) async throws -> Outcome {
    let path = try write(to: folder)
    do {
      let storage = try SQLiteStorage(path: path)
      let keys = try await storage.keys(limit: .max)
      guard keys == values.keys.sorted() else { return .silent("\(keys.count) of \(values.count) keys") }
      for (key, value) in values {
        let loaded = try await storage.load(key)
        if loaded != value { return .silent("\(key): \(loaded?.bytes.count ?? -1) bytes") }
      }
      let due = try await storage.due(before: .distant, limit: .max)
      return due == self.due ? .whole : .silent("\(due.count) are due")
    } catch {
      return .noticed("\(error)")
    }
  }
}

extension DatabaseImage {
  /// Copies the files of an open database.
  init(of storage: SQLiteStorage, at path: String) async throws {
    (values, due) = ([:], try await storage.due(before: .distant, limit: .max))
    for key in try await storage.keys(limit: .max) { values[key] = try await storage.load(key) }
    files = try Self.files(at: path)
  }
}

extension WallClockInstant {
  static let distant = WallClockInstant(sinceEpoch: .seconds(8_000_000_000_000))
}

/// Random numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
