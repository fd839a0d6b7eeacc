import Foundation
import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import TroupeSharing

/// Where the files of ``FileStorageKey`` are: on the disk, or in memory for tests.
public struct FileStorage: Sendable {
  enum Change: Sendable { case none, removed, content(Data) }

  /// What is known of the files, so that a change from outside can be told from a save.
  private final class Files: Sendable {
    struct Known {
      /// The content that was loaded or saved.
      var content: Data?
      /// The content that is being saved.
      var saving: Data?
    }

    let known = Locked<[String: Known]>([:])
  }

  private static let count = Atomic<UInt64>(0)

  let id: UInt64
  let isOnDisk: Bool
  private let files = Files()

  private init(isOnDisk: Bool) {
    self.isOnDisk = isOnDisk
    id = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// The files on the disk.
  public static let fileSystem = FileStorage(isOnDisk: true)

  /// Creates a storage in memory, without files.
  public static func inMemory() -> FileStorage { FileStorage(isOnDisk: false) }

  // MARK: Files

  func load(_ url: URL) throws -> Data? {
    guard isOnDisk else { return files.known.withLock { $0[url.path]?.content } }
    let data = try Self.read(url)
    note(data, url)
    return data
  }

  /// Returns what another program has changed; `none` if it has changed nothing since the last load or save.
  func loadChange(_ url: URL) throws -> Change {
    guard isOnDisk else { return .none }
    let data = try Self.read(url)
    let isKnown = files.known.withLock { files in
      let known = files[url.path] ?? Files.Known()
      // A missing file isn't a file that is being saved.
      if data == known.content || data != nil && data == known.saving { return true }
      files[url.path]?.content = data
      return false
    }
    if isKnown { return .none }
    return data.map { .content($0) } ?? .removed
  }

  /// Saves a file, in the background if it is on the disk.
  func save(_ data: Data, _ url: URL, _ end: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard isOnDisk else {
      note(data, url)
      return end(.success(()))
    }
    // First, so that the watcher knows the content as soon as it is in the file.
    files.known.withLock { $0[url.path, default: Files.Known()].saving = data }
    Task.detached {
      let result = Result { try data.write(to: url, options: .atomic) }
      files.known.withLock { files in
        files[url.path]?.saving = nil
        if case .success = result { files[url.path]?.content = data }
      }
      end(result)
    }
  }

  private func note(_ data: Data?, _ url: URL) {
    files.known.withLock { $0[url.path, default: Files.Known()].content = data }
  }

  private static func read(_ url: URL) throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
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
