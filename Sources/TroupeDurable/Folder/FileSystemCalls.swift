#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls with which ``FileCalls`` accesses a file system. Each requirement is one POSIX call.
///
/// A failed call returns a negated error number, such as `-ENOENT`, instead of setting `errno`. Otherwise, a
/// call returns the documented result, or zero. A call doesn't retry when a signal interrupts it.
package protocol FileSystemCalls: Sendable {
  /// Opens a file or a folder. Returns its descriptor.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - flags: The flags of `open(2)`.
  ///   - mode: The permissions of a file that the call creates.
  func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int

  /// Closes a descriptor.
  func close(_ file: Int32) -> Int

  /// Gets the status of an open file (`fstat`).
  func status(of file: Int32, _ status: inout FileStatus) -> Int

  /// Gets the status of the object at a path, without following a symbolic link (`lstat`).
  func status(at path: String, _ status: inout FileStatus) -> Int

  /// Writes bytes at the descriptor's offset. Returns the number of written bytes.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int

  /// Reads bytes at the descriptor's offset. Returns the number of read bytes; zero at the end of the file.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int

  /// Makes a file's content, or a folder's names, survive a power failure (`fsync`).
  func sync(_ file: Int32) -> Int

  /// Renames a file, and replaces a file at the new path.
  func rename(_ old: String, to new: String) -> Int

  /// Removes a file (`unlink`).
  func remove(_ path: String) -> Int

  /// Creates a folder (`mkdir`).
  func makeFolder(_ path: String, _ mode: mode_t) -> Int

  /// Appends the names in a folder to an array, in any order (`readdir`). The names `.` and `..` may be among
  /// them. If the call fails, the array is unchanged.
  func list(_ path: String, _ names: inout [String]) -> Int

  /// Takes the exclusive lock of an open file without waiting (`flock`). If another descriptor has the lock,
  /// the call fails with `EWOULDBLOCK`.
  func lock(_ file: Int32) -> Int

  /// Returns the path of the current folder; nil if it is unknown.
  func currentFolder() -> String?
}

/// The properties of a file, a folder or another object in a file system.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable {
    case file, folder, other
  }

  /// The numbers that no other object has.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64

    package init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  package let kind: Kind
  /// The number of a file's bytes. For other objects, the number depends on the file system.
  package let size: Int
  package let identity: Identity

  package init(kind: Kind, size: Int, identity: Identity) {
    self.kind = kind
    self.size = size
    self.identity = identity
  }

  /// The status of no object, for a call that overwrites it.
  package static let unknown = FileStatus(
    kind: .other,
    size: 0,
    identity: Identity(device: 0, number: 0)
  )
}
