import TroupeDiagnostics

/// An error that a ``TraceFile`` throws.
public struct TraceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``TraceFileError``. More kinds may be added in the future.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case cannotOpen, inUse, cannotWrite }
    private let value: Value

    /// The file can't be created.
    public static var cannotOpen: Code { Code(value: .cannotOpen) }
    /// Another trace, in this process or in another one, writes the file.
    public static var inUse: Code { Code(value: .inUse) }
    /// The file can't be written to. What was written before is a trace that ends there.
    public static var cannotWrite: Code { Code(value: .cannotWrite) }

    /// The name of the kind, such as `cannotOpen`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file.
  public let path: String
  /// What the system says.
  public let reason: String

  /// What happened and what to do.
  public var description: String {
    let place = "The trace \"\(IssueText.id(path, showsPayloads: true))\""
    if code == .cannotOpen {
      return
        "\(place) can't be created: \(reason). Name a file in a folder that exists and can be written to."
    }
    if code == .inUse {
      return "\(place) is written by another trace. Name another file, or share one `TraceFile`."
    }
    return """
      \(place) can't be written to: \(reason). It ends where that happened, and can be read up to there. Make room, or name \
      another file.
      """
  }
}
