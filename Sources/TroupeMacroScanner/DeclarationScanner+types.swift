extension DeclarationScanner {
  /// Returns the index of the `>` that closes the generic argument list opened at `open`. Returns nil if that
  /// `<` is an operator, which is the case if a token inside can't be part of a type, or if the token after
  /// the `>` can't follow a type in an expression.
  func genericArguments(_ open: Int, anythingAfter: Bool = false) -> Int? {
    var depth = 0
    var j = open
    while j < end {
      if `is`(j, "<") {
        // Each `<` is checked again, so a limit keeps a long run of `<` from taking quadratic time.
        guard depth < 64 else { return nil }
        depth += 1
      } else if `is`(j, ">") {
        if !(`is`(j - 1, "-") && !tokens[j].spaceBefore) { depth -= 1 }
        if depth == 0 {
          if anythingAfter || j + 1 >= end || tokens[j + 1].newlineBefore { return j }
          switch byte(j + 1) {
          case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "{"),
            UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "="):
            return j
          case UInt8(ascii: "?"), UInt8(ascii: "!"): return tokens[j + 1].spaceBefore ? nil : j
          default: return nil
          }
        }
      } else if `is`(j, "(") || `is`(j, "[") {
        j = after(j)
        continue
      } else if tokens[j].kind == .identifier || tokens[j].kind == .number {
        // The token is part of a type.
      } else {
        switch byte(j) {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "&"),
          UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "~"):
          break
        default: return nil
        }
      }
      j += 1
    }
    return nil
  }

  /// The type attributes with arguments that may be preceded by a space.
  private static let withArguments: Set<String> = ["convention", "differentiable", "isolated"]
  /// The words that may precede a parameter's type.
  private static let ofParameters: Set<String> = [
    "inout", "borrowing", "consuming", "sending", "isolated", "repeat", "_const", "__owned", "__shared",
  ]

  /// Returns the index after the attribute or specifier at `i` that precedes a type, or nil if there is none.
  func afterTypeSpecifier(_ i: Int, ofParameter: Bool = false) -> Int? {
    guard i + 1 < end else { return nil }
    if `is`(i, "@") {
      var j = i + 2
      while let next = afterDot(j) { j = next + 1 }
      let name = word(j - 1) ?? ""
      guard `is`(j, "("), !Self.bare.contains(name) else { return min(j, end) }
      return !tokens[j].spaceBefore || Self.withArguments.contains(name) ? after(j) : j
    }
    guard let text = word(i) else { return nil }
    if text == "nonisolated", `is`(i + 1, "(") { return after(i + 1) }
    return ofParameter && Self.ofParameters.contains(text) ? i + 1 : nil
  }

  /// Returns the index of the name after the dot or the `::` at `i`, or nil if there is none.
  private func afterDot(_ i: Int) -> Int? {
    let name =
      `is`(i, ".") ? i + 1 : `is`(i, ":") && `is`(i + 1, ":") && !tokens[i + 1].spaceBefore ? i + 2 : i
    return name > i && word(name) != nil ? name : nil
  }

  /// Returns the end of the type that starts at `i`. A line break ends the type outside brackets, but not
  /// inside brackets.
  func endOfType(_ i: Int, inBrackets: Bool) -> Int {
    var j = i
    var angles = 0
    // The start of a type or of a part of a type. The line may end before it.
    var first = i
    while j < end {
      if `is`(j, "{") || closes(j) || `is`(j, ";") { return j }
      if j > first, !inBrackets, angles == 0, tokens[j].newlineBefore, !typeContinues(j) { return j }
      if `is`(j, "@") || word(j) == "nonisolated", let next = afterTypeSpecifier(j) {
        j = next
        first = next
        continue
      }
      if `is`(j, "(") || `is`(j, "[") {
        j = after(j)
        continue
      }
      if `is`(j, "<") { angles += 1 }
      if `is`(j, ">"), !(`is`(j - 1, "-") && !tokens[j].spaceBefore) {
        angles -= 1
        if angles < 0 { return j }
      }
      if angles == 0, `is`(j, ",") || `is`(j, "=") { return j }
      if angles == 0, tokens[j].kind == .string || tokens[j].kind == .pound { return j }
      j += 1
    }
    return j
  }

  /// Returns whether a type continues with the token at `j`, which is the first token of its line.
  func typeContinues(_ j: Int) -> Bool {
    if `is`(j, ".") || `is`(j, "&") || `is`(j, "-") && `is`(j + 1, ">") { return true }
    // These keywords can follow a function's parameters.
    if word(j) == "throws" || word(j) == "async" && word(j + 1) != "let" { return true }
    if `is`(j - 1, "&") || `is`(j - 1, ":") || `is`(j - 1, ".") { return true }
    if `is`(j - 1, ">"), `is`(j - 2, "-"), !tokens[j - 1].spaceBefore { return true }
    if let previous = word(j - 1) {
      return ["any", "some", "inout", "async", "throws", "rethrows"].contains(previous)
    }
    return j >= 2 && word(j - 1) != nil && `is`(j - 2, "@")
  }

  /// Returns the index after an `#if … #endif` at `i` whose lines continue an expression with `.member`, or
  /// nil if there is none.
  private func conditionalPostfix(_ i: Int) -> Int? {
    guard directive(i) == "#if", `is`(endOfLine(i), ".") else { return nil }
    var depth = 0
    for j in i..<end {
      switch directive(j) {
      case "#if": depth += 1
      case "#endif":
        depth -= 1
        if depth == 0 { return j + 1 }
      default: break
      }
    }
    return end
  }

  /// Returns the end of the expression that starts at `i`. The expression ends before a comma, a closing
  /// bracket, an accessor block, or (outside brackets) a line that starts a declaration.
  func endOfExpression(_ i: Int, inBrackets: Bool) -> Int {
    var j = i
    while j < end {
      if closes(j) || `is`(j, ",") || `is`(j, ";") { return j }
      if let next = conditionalPostfix(j) {
        j = next
        continue
      }
      if j > i, !inBrackets, startsDeclaration(j) { return j }
      if `is`(j, "{"), !inBrackets, isAccessorBlock(j, observersOnly: true) { return j }
      if word(j) == "if", !`is`(j - 1, ".") {
        // Commas between the conditions don't end the expression.
        while j < end, !`is`(j, "{"), !closes(j) { j = `is`(j, "(") || `is`(j, "[") ? after(j) : j + 1 }
        if `is`(j, "{") { j = after(j) }
        continue
      }
      if `is`(j, "<"), j > 0, !tokens[j].spaceBefore, tokens[j - 1].kind == .identifier,
        let close = genericArguments(j)
      {
        j = close + 1
        continue
      }
      j = opens(j) ? after(j) : j + 1
    }
    return j
  }
}
