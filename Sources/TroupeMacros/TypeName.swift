import TroupeMacroScanner

/// A type's name as written, such as `Row<Int>`, `Rows.Row` or `(Row)`.
struct TypeName {
  /// The source without parentheses around the type.
  let text: String
  /// The name without its module and its generic arguments.
  private let base: String

  /// Parses a type; nil if the type isn't a name, but for example an optional, an array, a tuple or a
  /// function.
  init?(_ text: String) {
    let source = SourceText(text)
    self.init(source, source.tokens.indices)
  }

  private init(text: String, base: String) {
    self.text = text
    self.base = base
  }

  private init?(_ source: SourceText, _ tokens: Range<Int>) {
    func text(_ index: Int) -> String { tokens.contains(index) ? source.text(source.tokens[index]) : "" }
    let first = tokens.lowerBound
    if text(first) == "(", source.tokens[first].partner == tokens.upperBound - 1 {
      self.init(source, first + 1..<tokens.upperBound - 1)
      return
    }
    var index = first
    var base = ""
    while true {
      guard tokens.contains(index), source.tokens[index].kind == .identifier else { return nil }
      base = text(index)
      index += 1
      if text(index) == "<" {
        guard let end = source.endOfArguments(index), end <= tokens.upperBound else { return nil }
        index = end
      }
      if text(index) == "." {
        index += 1
      } else if text(index) == ":", text(index + 1) == ":" {
        index += 2
      } else {
        break
      }
    }
    guard index == tokens.upperBound, !["Type", "Protocol", "Any", "AnyObject"].contains(base) else {
      return nil
    }
    self.init(text: source.text(tokens: tokens), base: base)
  }

  /// Whether the type is one of Troupe's prompts.
  var isPrompt: Bool { ["AlertState", "ConfirmationDialogState"].contains(base) }

  /// Whether the type is a well-known type that isn't a reducer.
  var isKnownAsPlain: Bool { Self.plainTypes.contains(base) }

  private static let plainTypes: Set<String> = [
    "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Duration", "Float", "Int", "Int16",
    "Int32", "Int64", "Int8", "Never", "Optional", "Set", "String", "UInt", "UInt16", "UInt32", "UInt64",
    "UInt8",
    "URL", "UUID", "Void",
  ]
}

extension SourceText {
  /// Returns the index after the `>` that closes the generic arguments opened at `open`, or nil if there is
  /// none.
  func endOfArguments(_ open: Int) -> Int? {
    var depth = 0
    var index = open
    while index < tokens.count {
      switch text(tokens[index]) {
      case "<": depth += 1
      case ">" where !(text(tokens[index - 1]) == "-" && !tokens[index].spaceBefore):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      index = max(index, tokens[index].partner) + 1
    }
    return nil
  }
}
