import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of a database. When it is closed cleanly, only the first one is left.
struct DatabaseFiles {
  let main: String
  /// The changes that aren't in the main file yet.
  var log: String { main + "-wal" }
  var memory: String { main + "-shm" }
  /// The number of the last commit. See ``CommitMark``.
  var commits: String { main + "-commits" }

  /// - Parameter path: The main file. SQLite has the others beside the file that a link leads to.
  init(_ path: String) { main = Self.target(of: path) }

  /// The target of a link, which needn't exist.
  private static func target(of path: String, links: Int = 0) -> String {
    if let target = realpath(path, nil) {
      defer { free(target) }
      return String(cString: target)
    }
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    // The system follows this many.
    guard let target, links < 40 else { return path }
    let isAbsolute = target.hasPrefix("/")
    let folder = URL(filePath: path).deletingLastPathComponent()
    return Self.target(of: isAbsolute ? target : folder.appending(path: target).path, links: links + 1)
  }

  /// The existing files beside the main one.
  var others: [String] { [log, memory, commits].filter { Self.size(of: $0) != nil } }

  /// Whether there is a database; false if none of its files exist.
  ///
  /// SQLite takes an empty file for a new database, and deletes the log that belongs to it.
  func areThere() throws -> Bool {
    switch Self.size(of: main) {
    case nil where others.isEmpty: return false
    case nil: throw SQLiteDamage(noMain: self, isEmpty: false)
    case 0: throw SQLiteDamage(noMain: self, isEmpty: true)
    default: return true
    }
  }

  /// Creates an empty database, completely or not at all, so that an empty file is damaged.
  func create() throws {
    let new = main + "-new"
    try Self.remove(new)
    try Self.remove(new + "-journal")
    let database = try DatabaseQueue(path: new)
    try database.write { try SQLiteSchema.create(in: $0) }
    try database.close()
    try Self.publish(new, as: main)
  }

  /// The bytes of a file; nil if there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  /// Puts a file, once its bytes are on the disk, in the place of another or of none.
  static func publish(_ file: String, as name: String) throws {
    try sync(file)
    guard rename(file, name) == 0 else { throw FileFailure("rename", name) }
    try sync(URL(filePath: name).deletingLastPathComponent().path)
  }

  static func remove(_ file: String) throws {
    guard unlink(file) == 0 || errno == ENOENT else { throw FileFailure("unlink", file) }
  }

  /// Makes the system write a file, or the names in a folder, to the disk.
  static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure("fsync", path) }
  }
}

/// The system has refused an operation on a file.
struct FileFailure: Error, CustomStringConvertible {
  let code: Int32
  let description: String

  init(_ call: String, _ path: String) {
    code = errno
    description = "\(call) of \(path): \(String(cString: strerror(code)))"
  }
}
