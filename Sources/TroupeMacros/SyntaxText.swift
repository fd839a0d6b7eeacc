import TroupeMacroScanner

/// A part of the source that the compiler sends, with its location.
struct SyntaxText {
  /// The source, including the whitespace and comments before it, and after it up to the end of its last
  /// line.
  let text: SourceText
  /// The path of the source's file.
  let fileName: String
  private let offset: Int
  /// The line at which the source starts; nil if it is unknown.
  private let line: Int?

  init?(_ json: JSON?) {
    guard let source = json?["source"]?.string else { return nil }
    text = SourceText(source)
    fileName = json?["location"]?["fileName"]?.string ?? ""
    offset = json?["location"]?["offset"]?.int ?? 0
    line = json?["location"]?["line"]?.int
  }

  /// Returns the location of a range of bytes.
  func place(_ range: Range<Int>) -> Diagnostic.Place {
    Diagnostic.Place(fileName: fileName, range: range.lowerBound + offset..<range.upperBound + offset)
  }

  /// The location from the first token to the last token.
  var place: Diagnostic.Place {
    let start = text.tokens.first?.start ?? 0
    return place(start..<max(start, text.tokens.last?.end ?? 0))
  }

  /// Returns the line of a byte, or nil if the line is unknown.
  func line(of start: Int) -> Int? {
    line.map { $0 + text.bytes[..<start].count { $0 == UInt8(ascii: "\n") } }
  }

  /// Returns the directive after which the compiler reports mistakes at a byte's line. The result is empty if
  /// the directive can't be written.
  func directive(at start: Int) -> String {
    guard let line = line(of: start), !fileName.isEmpty,
      fileName.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") })
    else { return "" }
    let file = fileName.replacing("\\", with: "\\\\")
    return "#sourceLocation(file: \"\(file)\", line: \(line))\n"
  }

  /// Returns the type declaration in the source, or nil if there is none.
  func typeDeclaration(members: Bool = true) -> TypeDeclaration? {
    var scanner = DeclarationScanner(text)
    return scanner.typeDeclaration(members: members)
  }

  /// Returns the member declaration in the source.
  func member() -> Member {
    var scanner = DeclarationScanner(text)
    return scanner.member()
  }
}
