import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of the last commit of a database, in a file beside it.
///
/// SQLite reads its log up to the first damaged frame. Later commits are lost without an error, and all of
/// them if the log is gone. Then the database has fewer commits than this file says.
///
/// The number is written when the commit is on the disk, and before its callers resume. It isn't synced:
/// after a loss of power the file may have an earlier number, and never a later one than the database.
final class CommitMark: Sendable {
  private struct File {
    var descriptor: Int32
    var commits: Int64
  }

  private static let signature = Array("commits\n".utf8)
  private let path: String
  private let file: Mutex<File>

  /// Opens the file, and creates it if it doesn't exist.
  ///
  /// - Parameter commits: The number that it has, or is to have.
  init(_ path: String, commits: Int64) throws {
    self.path = path
    if DatabaseFiles.size(of: path) == nil {
      let new = path + "-new"
      let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      guard descriptor >= 0 else { throw FileFailure("open", new) }
      defer { close(descriptor) }
      try Self.write(commits, to: descriptor, new)
      try DatabaseFiles.publish(new, as: path)
    }
    let descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else { throw FileFailure("open", path) }
    file = Mutex(File(descriptor: descriptor, commits: commits))
  }

  deinit { file.withLock { _ = close($0.descriptor) } }

  /// Reads the number in a file; nil if there is no file.
  static func read(_ files: DatabaseFiles) throws -> Int64? {
    let path = files.commits
    guard DatabaseFiles.size(of: path) != nil else { return nil }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure("open", path) }
    defer { close(descriptor) }
    // One more than the length, to notice longer files.
    var bytes = [UInt8](repeating: 0, count: 25)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw FileFailure("read", path) }
    let commits = bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: Int64.self))
    }
    guard Array(bytes.prefix(count)) == encoded(commits) else {
      throw SQLiteDamage(unknownCommits: files, isMissing: false)
    }
    return commits
  }

  /// Records that a commit is on the disk. Commits may be recorded in any order.
  func note(_ commits: Int64) throws {
    try file.withLock { file in
      guard commits > file.commits else { return }
      try Self.write(commits, to: file.descriptor, path)
      file.commits = commits
    }
  }

  func remove() throws { try DatabaseFiles.remove(path) }

  private static func write(_ commits: Int64, to descriptor: Int32, _ path: String) throws {
    let bytes = encoded(commits)
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw FileFailure("write", path) }
  }

  /// The signature, the number, and a checksum of both.
  private static func encoded(_ commits: Int64) -> [UInt8] {
    var bytes = signature
    withUnsafeBytes(of: commits.littleEndian) { bytes += $0 }
    var sum = CRC64()
    bytes.withUnsafeBytes { sum.add($0) }
    withUnsafeBytes(of: sum.checksum.littleEndian) { bytes += $0 }
    return bytes
  }
}
