import TroupeDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error whose text may name a file but contains no part of a value, so the text is shown in all builds.
protocol FileFault: Error, CustomStringConvertible {}

extension FileFault {
  /// The description on one line. A path isn't truncated, because the file's name is at its end.
  var line: String { IssueText.whole(description) }
}

/// The reason why a system call failed.
package struct FileError: FileFault, Hashable {
  package let call: FileCalls.Call.Name
  package let path: String
  package let number: Int32

  package init(call: FileCalls.Call.Name, path: String, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }

  package var description: String { "\(call.rawValue) of \(path): \(String(cString: strerror(number)))" }

  /// Whether the call fails until a user changes the file system, so that a retry can't help.
  ///
  /// An error that is in neither table counts as transient.
  package var isPermanent: Bool { Self.permanent.contains(number) }

  /// The permanent errors of the calls.
  package static let permanent: Set<Int32> = [
    // Errors of the path, the file at its end, or its permissions.
    EACCES, EEXIST, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENOENT, ENOTDIR, ENOTEMPTY, ENXIO, EPERM, EROFS,
    // Errors that depend only on the arguments and the file system: a repeated call fails in the same way.
    EBADF, EDESTADDRREQ, EFAULT, EFBIG, EINVAL, EMLINK, ENOSYS, ENOTSUP, EOPNOTSUPP, EOVERFLOW, EPIPE, EXDEV,
  ]

  /// The transient errors of the calls.
  package static let passing: Set<Int32> = [
    // Lack of space, which other processes can free.
    EDQUOT, ENOSPC,
    // Shortages of system resources.
    EMFILE, ENFILE, ENOBUFS, ENOLCK, ENOMEM,
    // Conflicts with other processes, which are temporary.
    EAGAIN, EBUSY, EDEADLK, EINTR, ETXTBSY, EWOULDBLOCK,
    // Errors of the device, which may become available again.
    EIO, ESTALE, ETIMEDOUT,
  ]
}

/// An error about a file of the storage that was changed by something other than the storage.
struct DamagedFile: FileFault {
  let path: String
  let damage: FileHeader.Damage

  var description: String { "\(path): \(damage)" }
}
