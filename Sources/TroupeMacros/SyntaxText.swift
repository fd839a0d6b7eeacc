import TroupeMacroScanner

/// A part of the source from the compiler, with its location.
struct SyntaxText {
  /// The source, including the blanks and comments before it, and those after it on its last line.
  let text: SourceText
  /// The path of its file.
  let fileName: String
  private let offset: Int
  /// The line at which the source starts.
  private let line: Int?

  init?(_ json: JSON?) {
    guard let source = json?["source"]?.string else { return nil }
    text = SourceText(source)
    fileName = json?["location"]?["fileName"]?.string ?? ""
    offset = json?["location"]?["offset"]?.int ?? 0
    line = json?["location"]?["line"]?.int
  }

  /// The location of a range of the bytes.
  func place(_ range: Range<Int>) -> Diagnostic.Place {
    Diagnostic.Place(fileName: fileName, range: range.lowerBound + offset..<range.upperBound + offset)
  }

  /// The location from the first token to the last.
  var place: Diagnostic.Place {
    let start = text.tokens.first?.start ?? 0
    return place(start..<max(start, text.tokens.last?.end ?? 0))
  }

  /// The line of a byte; nil if it isn't known.
  func line(of start: Int) -> Int? {
    line.map { $0 + text.bytes[..<start].count { $0 == UInt8(ascii: "\n") } }
  }

  /// The line after which the compiler reports mistakes at the line of a byte; empty if it can't be written.
  func directive(at start: Int) -> String {
    guard let line = line(of: start), !fileName.isEmpty,
      fileName.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") })
    else { return "" }
    let file = fileName.replacing("\\", with: "\\\\")
    return "#sourceLocation(file: \"\(file)\", line: \(line))\n"
  }

  /// The declared type.
  func typeDeclaration(members: Bool = true) -> TypeDeclaration? {
    var scanner = DeclarationScanner(text)
    return scanner.typeDeclaration(members: members)
  }

  /// The declared member.
  func member() -> Member {
    var scanner = DeclarationScanner(text)
    return scanner.member()
  }
}
