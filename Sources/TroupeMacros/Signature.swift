import TroupeMacroScanner

/// A function's parameters and result type.
struct Signature {
  let parameters: [Parameter]
  /// The type after the arrow; nil if there is none.
  let result: String?

  /// The argument labels, with `_` for a parameter without a label.
  var labels: [String] { parameters.map { $0.label ?? "_" } }

  /// Reads the signature of a member that is a function.
  init(_ member: Member, in source: SourceText) {
    let text = SourceText(source.text(member.range))
    let tokens = text.tokens
    guard let name = tokens.firstIndex(where: { text.text($0) == "func" }),
      let open = tokens[name...].firstIndex(where: { text.text($0) == "(" }), tokens[open].partner > open
    else {
      parameters = []
      result = nil
      return
    }
    let close = tokens[open].partner
    parameters = [Parameter](text.text(tokens: open..<close + 1))
    let end = tokens[close...].firstIndex { text.text($0) == "{" } ?? tokens.count
    let arrow = tokens[close..<end].firstIndex {
      text.text($0) == "-" && text.bytes[$0.end] == UInt8(ascii: ">")
    }
    result = arrow.map { text.text(tokens: $0 + 2..<max($0 + 2, end)) }
  }
}

extension [Parameter] {
  /// Reads a parameter list in parentheses.
  init(_ list: String) {
    var scanner = DeclarationScanner(SourceText("case list\(list)"))
    guard case .enumCase(let elements) = scanner.member().kind else {
      self = []
      return
    }
    self = elements.first?.parameters ?? []
  }
}
