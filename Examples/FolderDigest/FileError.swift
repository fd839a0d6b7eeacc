import Foundation

/// Why a file, or a folder within the requested one, is left out.
enum FileError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case misnamed
  case binary
  case notUTF8

  /// The error that the system has just reported.
  static func system() -> FileError { .unreadable(String(cString: strerror(errno))) }

  /// What is wrong, in a few words.
  var description: String {
    switch self {
    case .unreadable(let reason): "can't be read: \(reason)"
    case .misnamed: "has a name that is not valid UTF-8"
    case .binary: "binary: contains a NUL byte"
    case .notUTF8: "not valid UTF-8"
    }
  }
}
