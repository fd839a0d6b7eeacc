import TroupeMacroScanner

/// A piece of source that the compiler hands over, and where it comes from.
struct SyntaxText {
  /// The source, with the blanks and comments before it and behind it on the line.
  let text: SourceText
  private let fileName: String
  private let offset: Int

  init?(_ json: JSON?) {
    guard let source = json?["source"]?.string else { return nil }
    text = SourceText(source)
    fileName = json?["location"]?["fileName"]?.string ?? ""
    offset = json?["location"]?["offset"]?.int ?? 0
  }

  /// Where a range of this piece's bytes is.
  func place(_ range: Range<Int>) -> Diagnostic.Place {
    Diagnostic.Place(fileName: fileName, range: range.lowerBound + offset..<range.upperBound + offset)
  }

  /// Where all of it is, from the first token to the last.
  var place: Diagnostic.Place {
    let start = text.tokens.first?.start ?? 0
    return place(start..<max(start, text.tokens.last?.end ?? 0))
  }

  /// The type that is declared.
  func typeDeclaration(members: Bool = true) -> TypeDeclaration? {
    var scanner = DeclarationScanner(text)
    return scanner.typeDeclaration(members: members)
  }

  /// The member that is declared.
  func member() -> Member {
    var scanner = DeclarationScanner(text)
    return scanner.member()
  }
}
