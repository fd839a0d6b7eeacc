import Foundation

/// A regular file that is open for reading until it goes out of scope.
struct OpenFile: ~Copyable {
  private let descriptor: CInt

  /// Opens a file.
  ///
  /// - Throws: ``FileError`` if it can't be opened, or is no regular file any more.
  init(_ path: String) throws(FileError) {
    // If something else has replaced the file since it was listed, such as a pipe, opening it must not block
    // the program.
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system() }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("Not a regular file") }
  }

  deinit { close(descriptor) }

  /// Reads the next bytes, at most as many as there is room for.
  ///
  /// - Returns: How many bytes were read; none at the end of the file.
  /// - Throws: ``FileError`` if reading fails.
  func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .system() }
    }
  }
}
