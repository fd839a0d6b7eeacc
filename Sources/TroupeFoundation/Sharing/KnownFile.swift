import Foundation
import TroupeDependencies
import TroupeDiagnostics

/// A file as a key knows it, so that a change by another program can be told from a save of the key.
///
/// The file is read and written under the lock, together with what is known of it. A look that found the file
/// before a save, and compared it after the save, would take it for a change.
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

  /// Returns what another program has changed; nil if it has changed nothing since the last load or save.
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
