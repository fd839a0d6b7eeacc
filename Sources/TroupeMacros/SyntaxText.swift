import TroupeMacroScanner

/// A piece of source from the compiler, with its location.
struct SyntaxText {
  /// The source, with the blanks and comments before it, and those after it on its last line.
  let text: SourceText
  private let fileName: String
  private let offset: Int

  init?(_ json: JSON?) {
    guard let source = json?["source"]?.string else { return nil }
    text = SourceText(source)
    fileName = json?["location"]?["fileName"]?.string ?? ""
    offset = json?["location"]?["offset"]?.int ?? 0
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
