import TroupeDiagnostics

/// An error that a ``TraceFile`` throws.
public struct TraceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``TraceFileError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case cannotOpen, inUse, cannotWrite }
    private let value: Value

    /// The file can't be created.
    public static var cannotOpen: Code { Code(value: .cannotOpen) }
    /// Another trace, in this process or another process, is writing the file.
    public static var inUse: Code { Code(value: .inUse) }
    /// Writing to the file failed. The part that was written earlier is a valid trace without its end.
    public static var cannotWrite: Code { Code(value: .cannotWrite) }

    /// The name of the kind, such as `cannotOpen`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The file's path.
  public let path: String
  /// The system's description of the error.
  public let reason: String

  /// A description of what happened, and of how to fix it.
  public var description: String {
    let place = "The trace \"\(IssueText.id(path, showsPayloads: true))\""
    if code == .cannotOpen {
      return
        "\(place) can't be created: \(reason). Choose a file in a folder that exists and is writable."
    }
    if code == .inUse {
      return
        "\(place) is being written by another `TraceFile`. Choose another file, or share one `TraceFile`."
    }
    return """
      \(place) can't be written to: \(reason). The trace ends at that point and is valid up to that point. Free disk space, \
      or choose another file.
      """
  }
}
