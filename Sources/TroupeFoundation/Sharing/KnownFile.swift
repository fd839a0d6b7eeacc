import Foundation
import TroupeDependencies
import TroupeDiagnostics

/// A file with its last known content, which distinguishes a change by another program from a save by the
/// key.
///
/// The file and the known content are read and written under one lock. Otherwise, a check could read the file
/// before a save and compare it after the save, and mistake the save for a change.
final class KnownFile: Sendable {
  enum Change: Sendable { case removed, content(Data) }

  private enum Known {
    case nothing
    case missing
    case content(Data)
  }

  private let url: URL
  private let storage: FileStorage
  // Reading a file takes long, so threads that wait for this lock sleep. No code of the user runs under it.
  private let lock = RecursiveLock()
  private let known = Locked(Known.nothing)

  init(_ url: URL, _ storage: FileStorage) {
    self.url = url
    self.storage = storage
  }

  /// Reads the file; nil if there is none.
  func load() throws -> Data? {
    try lock.withLock {
      let data = try storage.load(url)
      note(data)
      return data
    }
  }

  /// Returns another program's change; nil if there is none since the last load or save.
  func loadChange() throws -> Change? {
    try lock.withLock {
      let data = try storage.load(url)
      switch (known.withLock { $0 }, data) {
      case (.missing, nil): return nil
      case (.content(let known), let data?) where known == data: return nil
      // Nothing was loaded or saved before, so a missing file hasn't changed anything.
      case (.nothing, nil):
        note(nil)
        return nil
      default: break
      }
      note(data)
      return data.map { .content($0) } ?? .removed
    }
  }

  /// Writes the file: in the background if it is on the disk.
  func save(_ data: Data, _ end: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard storage.isOnDisk else { return end(Result { try write(data) }) }
    Task.detached { end(Result { try self.write(data) }) }
  }

  private func write(_ data: Data) throws {
    try lock.withLock {
      try storage.save(data, url)
      note(data)
    }
  }

  private func note(_ data: Data?) {
    let new = data.map { Known.content($0) } ?? .missing
    let old = known.withLock { Swift.exchange(&$0, with: new) }
    _ = old
  }
}
