import TroupeDiagnostics

/// An error that a ``TraceFile`` throws.
public struct TraceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``TraceFileError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case cannotOpen, inUse, cannotWrite }
    private let value: Value

    /// The file can't be created.
    public static var cannotOpen: Code { Code(value: .cannotOpen) }
    /// Another trace, in this or another process, writes the file.
    public static var inUse: Code { Code(value: .inUse) }
    /// The file can't be written to. The part written before is a valid trace that ends there.
    public static var cannotWrite: Code { Code(value: .cannotWrite) }

    /// The name of the kind, such as `cannotOpen`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file.
  public let path: String
  /// The system's description of the error.
  public let reason: String

  /// What happened and what to do about it.
  public var description: String {
    let place = "The trace \"\(IssueText.id(path, showsPayloads: true))\""
    if code == .cannotOpen {
      return
        "\(place) can't be created: \(reason). Choose a file in a folder that exists and is writable."
    }
    if code == .inUse {
      return "\(place) is written by another trace. Choose another file, or share one `TraceFile`."
    }
    return """
      \(place) can't be written to: \(reason). The trace ends at that point, and is valid up to it. Make room, or choose \
      another file.
      """
  }
}
