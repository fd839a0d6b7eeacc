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

/// An error whose text names a file and has nothing of a value in it, so that it is shown in all builds.
protocol FileFault: Error, CustomStringConvertible {}

extension FileFault {
  /// The text on one line. A path isn't truncated, as the name of the file is at its end.
  var line: String { IssueText.whole(description) }
}

/// Why a system call failed.
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

  /// Whether the call fails until somebody changes the file system, so that a retry doesn't help.
  ///
  /// An error that is in neither table may pass.
  package var isPermanent: Bool { Self.permanent.contains(number) }

  /// The errors of the calls that last.
  package static let permanent: Set<Int32> = [
    // The path, what is at its end, or the rights to it.
    EACCES, EEXIST, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENOENT, ENOTDIR, ENOTEMPTY, ENXIO, EPERM, EROFS,
    // What the file system can't do: another call with the same arguments gets the same answer.
    EBADF, EDESTADDRREQ, EFAULT, EFBIG, EINVAL, EMLINK, ENOSYS, ENOTSUP, EOPNOTSUPP, EOVERFLOW, EPIPE, EXDEV,
  ]

  /// The errors of the calls that may pass.
  package static let passing: Set<Int32> = [
    // Space, which others use and free.
    EDQUOT, ENOSPC,
    // What the system has too little of.
    EMFILE, ENFILE, ENOBUFS, ENOLCK, ENOMEM,
    // The work of others, which ends.
    EAGAIN, EBUSY, EDEADLK, EINTR, ETXTBSY, EWOULDBLOCK,
    // The device, which may be back.
    EIO, ESTALE, ETIMEDOUT,
  ]
}

/// A file of a storage that isn't as the storage has left it.
struct DamagedFile: FileFault {
  let path: String
  let damage: FileHeader.Damage

  var description: String { "\(path): \(damage)" }
}
