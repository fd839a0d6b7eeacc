import TroupeDurable

/// An error for the user of the program.
struct CountdownsError: Error, CustomStringConvertible {
  enum Code { case badDuration, folderUnusable, inUse, damaged }

  let code: Code
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The error of a call that needed the folder.
  init(_ error: any Error, for key: StorageKey? = nil, in folder: String) {
    let cause = (error as? CommitError)?.underlying ?? error
    let storageError = cause as? StorageError
    let name = (storageError?.key ?? key).map { "The countdown \($0)" } ?? "A countdown"
    switch storageError?.code {
    case .superseded:
      self.init(
        .inUse,
        "\(name) is used by another program. See with `list` whether it was started, and try again."
      )
    case .unavailable:
      let reason = storageError?.underlying.map { ": \($0)" } ?? ""
      self.init(
        .folderUnusable,
        "The folder \(folder) can't be used\(reason). Correct that, or choose another one with `--folder`."
      )
    default:
      self.init(.damaged, "\(name) in the folder \(folder) can't be read. \(cause)")
    }
  }
}
