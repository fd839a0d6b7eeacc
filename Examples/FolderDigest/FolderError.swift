/// Why the requested folder can't be digested.
enum FolderError: Error, Equatable, CustomStringConvertible {
  case missing(String)
  case notAFolder(String)
  case unreadable(String, FileError)

  /// What is wrong.
  var description: String {
    switch self {
    case .missing(let path): "there is no folder '\(path)'"
    case .notAFolder(let path): "'\(path)' is not a folder"
    case .unreadable(let path, let error): "the folder '\(path)' \(error)"
    }
  }
}
