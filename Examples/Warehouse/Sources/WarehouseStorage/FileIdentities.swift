import Foundation

/// The identities of a database's files, which have to stay in place.
///
/// A program that has a file open doesn't notice when the file is moved or deleted. What it writes from then
/// on is gone after a restart.
package struct FileIdentities: Sendable {
  /// A file isn't where it was.
  package struct Moved: Error {
    package let file: String
  }

  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  private let files: [(path: String, identity: Identity)]

  /// Remembers the files of an open database: its own, the journal, and the index of the journal.
  package init(path: String) throws {
    // SQLite has the others beside the file that a link leads to.
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    files = try [path, real + "-wal", real + "-shm"].map { file in
      guard let identity = Self.identity(of: file) else { throw Moved(file: file) }
      return (file, identity)
    }
  }

  /// - Throws: ``Moved`` if one of them is missing, or another file is in its place.
  package func check() throws(Moved) {
    for (path, identity) in files where Self.identity(of: path) != identity { throw Moved(file: path) }
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
