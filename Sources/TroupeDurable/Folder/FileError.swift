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

/// An error whose text names a file and contains no part of a value, so that it is shown in all builds.
protocol FileFault: Error, CustomStringConvertible {}

extension FileFault {
  /// The text on one line. A path isn't truncated, because the file's name is at its end.
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

  /// Whether the call fails until someone changes the file system, so that a retry doesn't help.
  ///
  /// An error that is in neither table may be transient.
  package var isPermanent: Bool { Self.permanent.contains(number) }

  /// The permanent errors of the calls.
  package static let permanent: Set<Int32> = [
    // The path, the file at its end, or the permissions for it.
    EACCES, EEXIST, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENOENT, ENOTDIR, ENOTEMPTY, ENXIO, EPERM, EROFS,
    // Limits of the file system: another call with the same arguments fails in the same way.
    EBADF, EDESTADDRREQ, EFAULT, EFBIG, EINVAL, EMLINK, ENOSYS, ENOTSUP, EOPNOTSUPP, EOVERFLOW, EPIPE, EXDEV,
  ]

  /// The transient errors of the calls.
  package static let passing: Set<Int32> = [
    // Space, which other processes use and free.
    EDQUOT, ENOSPC,
    // Shortages of system resources.
    EMFILE, ENFILE, ENOBUFS, ENOLCK, ENOMEM,
    // Work of other processes, which ends.
    EAGAIN, EBUSY, EDEADLK, EINTR, ETXTBSY, EWOULDBLOCK,
    // The device, which may become available again.
    EIO, ESTALE, ETIMEDOUT,
  ]
}

/// A file of a storage that was changed outside the storage.
struct DamagedFile: FileFault {
  let path: String
  let damage: FileHeader.Damage

  var description: String { "\(path): \(damage)" }
}
