import Foundation
import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import TroupeSharing

/// Where the files of ``FileStorageKey`` are: on the disk, or in memory for tests.
public struct FileStorage: Sendable {
  private final class Memory: Sendable {
    let contents = Locked<[String: Data]>([:])
  }

  private static let count = Atomic<UInt64>(0)

  let id: UInt64
  /// The contents of the files; nil for files on the disk.
  private let memory: Memory?

  private init(_ memory: Memory?) {
    self.memory = memory
    id = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// The files on the disk.
  public static let fileSystem = FileStorage(nil)

  /// Creates a storage in memory, without files.
  public static func inMemory() -> FileStorage { FileStorage(Memory()) }

  var isOnDisk: Bool { memory == nil }

  // MARK: Files

  func load(_ url: URL) throws -> Data? {
    if let memory { return memory.contents.withLock { $0[url.path] } }
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
    }
  }

  func save(_ data: Data, _ url: URL) throws {
    guard let memory else { return try Self.write(data, url) }
    let old = memory.contents.withLock { $0.updateValue(data, forKey: url.path) }
    _ = old
  }

  /// Replaces a file. Creates the folders on its path that don't exist.
  private static func write(_ data: Data, _ url: URL) throws {
    do {
      try data.write(to: url, options: .atomic)
    } catch let error as CocoaError where error.code == .fileNoSuchFile || error.code == .fileWriteUnknown {
      let folder = url.deletingLastPathComponent()
      if FileManager.default.fileExists(atPath: folder.path) { throw error }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    }
  }

  /// The storage of a space, in tests.
  private final class OfSpace: Sendable {
    let storage = FileStorage.inMemory()
  }

  fileprivate static func of(_ space: SharedCells) -> FileStorage { space.attachment { OfSpace() }.storage }
}

private enum FileStorageDependency: DependencyKey {
  static var liveValue: FileStorage? { .fileSystem }
  static var previewValue: FileStorage? { nil }
  static var testValue: FileStorage? { nil }
}

extension DependencyValues {
  /// Where the files of `.fileStorage` keys are. The default is the disk. In tests, it is a storage in memory
  /// that belongs to the space of keys.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependency.self] ?? .of(self[SharedCellsKey.self]) }
    set { self[FileStorageDependency.self] = newValue }
  }
}
