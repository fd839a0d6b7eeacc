/// The source location of an issue, an effect or an operator.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
  // Every store and every effect has a location. A static string has 17 bytes, so each of these numbers is
  // stored in the padding behind a string, which makes the location 16 bytes smaller.

  /// The module and the file name, as in `Feature/Search.swift`.
  public let fileID: StaticString
  private let lineNumber: UInt32
  /// The file's path on the machine that compiled it.
  public let filePath: StaticString
  private let columnNumber: UInt32

  /// The line number, starting at one.
  public var line: UInt { UInt(lineNumber) }
  /// The column number, starting at one.
  public var column: UInt { UInt(columnNumber) }

  /// Creates a location. Without arguments, it is the caller's location.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    lineNumber = UInt32(truncatingIfNeeded: line)
    columnNumber = UInt32(truncatingIfNeeded: column)
  }

  /// The location as text, such as `Feature/Search.swift:12`.
  public var description: String { self == .unknown ? "an unknown place" : "\(fileID):\(line)" }

  /// An unknown location.
  package static let unknown = CallSite(fileID: "Unknown/place", filePath: "", line: 1, column: 1)

  /// Whether the location is in this package's code, where users don't look for a mistake.
  package var isInPackage: Bool {
    let file = "\(fileID)"
    return file.hasPrefix("Troupe") && Self.modules.contains(file.prefix { $0 != "/" })
  }

  private static let modules: Set<Substring> = [
    "Troupe", "TroupeCasePaths", "TroupeClassic", "TroupeCollections", "TroupeComposable",
    "TroupeDependencies", "TroupeDiagnostics", "TroupeDurable", "TroupeFoundation", "TroupeInstruments",
    "TroupeRecording", "TroupeSharing", "TroupeSimulation", "TroupeStoreViews", "TroupeTesting", "TroupeUI",
  ]

  /// Returns whether two locations have the same file, line and column.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column
      && String(describing: lhs.fileID) == String(describing: rhs.fileID)
  }

  /// Hashes the file, line and column.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(String(describing: fileID))
    hasher.combine(line)
    hasher.combine(column)
  }
}
