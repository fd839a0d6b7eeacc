import Foundation

/// A regular file that is open for reading until it goes out of scope.
struct OpenFile: ~Copyable {
  private let descriptor: CInt

  /// Opens a file.
  ///
  /// - Throws: ``FileError`` when it can't be opened, or is no regular file any more.
  init(_ path: String) throws(FileError) {
    // Whatever has taken the file's place since it was listed, a pipe for one, must not hold up the program.
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system() }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("Not a regular file") }
  }

  deinit { close(descriptor) }

  /// Reads what comes next, at most as much as there is room for.
  ///
  /// - Returns: How many bytes were read; none at the end of the file.
  /// - Throws: ``FileError`` when reading fails.
  func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .system() }
    }
  }
}
