/// Reads declarations from tokens.
///
/// The scanner isn't a full parser. The compiler passes one valid declaration to a macro, and the scanner
/// copies types and values without interpreting them. The scanner only determines brackets, literals and the
/// places where members end. Scanning never fails: unknown tokens are skipped up to the next token that can
/// start a declaration. The time is linear in the number of tokens.
package struct DeclarationScanner {
  /// The source to read.
  package let source: SourceText
  var tokens: [Token] { source.tokens }
  /// The index of the next token to read.
  package var index = 0
  /// The index after the last token to read.
  var end: Int

  /// Creates a scanner at the first token.
  package init(_ source: SourceText) {
    self.source = source
    end = source.tokens.count
  }

  // MARK: Looking at tokens

  /// Returns the character of an operator or a bracket, or 0 for any other token.
  func byte(_ i: Int) -> UInt8 {
    guard i >= 0, i < end else { return 0 }
    switch source.tokens[i].kind {
    case .op, .punct: return source.bytes[source.tokens[i].start]
    default: return 0
    }
  }

  func `is`(_ i: Int, _ character: Unicode.Scalar) -> Bool { byte(i) == UInt8(ascii: character) }

  func word(_ i: Int) -> String? {
    guard i >= 0, i < end, tokens[i].kind == .identifier else { return nil }
    return source.text(tokens[i])
  }

  func opens(_ i: Int) -> Bool { `is`(i, "(") || `is`(i, "[") || `is`(i, "{") }

  func closes(_ i: Int) -> Bool { `is`(i, ")") || `is`(i, "]") || `is`(i, "}") }

  /// Returns the index after the bracket that matches the bracket at `i`.
  func after(_ i: Int) -> Int {
    let partner = tokens[i].partner
    return partner > i && partner < end ? partner + 1 : i + 1
  }

  func start(_ i: Int) -> Int { i < tokens.count ? tokens[i].start : source.bytes.count }

  func bytes(_ range: Range<Int>) -> Range<Int> {
    range.isEmpty
      ? start(range.lowerBound)..<start(range.lowerBound)
      : tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end
  }

  // MARK: Prefixes

  static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "class", "final", "override",
    "lazy", "weak", "unowned", "mutating", "nonmutating", "required", "convenience", "dynamic", "optional",
    "indirect", "prefix", "postfix", "infix", "nonisolated", "isolated", "distributed", "borrowing",
    "consuming",
    "async", "__consuming", "__setter_access", "_const", "sending", "reasync",
  ]
  static let introducers: Set<String> = [
    "case", "var", "let", "func", "init", "subscript", "deinit", "struct", "enum", "class", "extension",
    "protocol", "typealias", "associatedtype", "import", "operator", "precedencegroup",
  ]
  static let contextualIntroducers: Set<String> = ["actor", "macro"]
  /// The type attributes that take no arguments. A parenthesis after such an attribute starts a type.
  static let bare: Set<String> = [
    "escaping", "autoclosure", "Sendable", "noescape", "unchecked", "concurrent",
  ]

  /// Reads the attributes and modifiers at `index`, and skips conditional compilation around attributes.
  package mutating func prefix() -> Prefix {
    var prefix = Prefix(start: start(index))
    while index < end {
      if `is`(index, "@") {
        prefix.attributes.append(attribute())
      } else if let text = word(index), Self.modifiers.contains(text), isModifier(index) {
        let first = index
        index += 1
        if `is`(index, "("), word(index + 1) != nil { index = after(index) }
        prefix.modifiers.append(
          Modifier(text: source.text(tokens: first..<index), range: bytes(first..<index))
        )
      } else if let next = conditionalAttributes(index) {
        index = next
      } else {
        break
      }
    }
    return prefix
  }

  @discardableResult
  mutating func attribute() -> Attribute {
    let first = index
    index += 2
    while `is`(index, "."), word(index + 1) != nil { index += 2 }
    if `is`(index, "<"), !tokens[index].spaceBefore, let close = genericArguments(index, anythingAfter: true)
    {
      index = close + 1
    }
    let name = source.text(tokens: min(first + 1, end)..<min(index, end))
    if `is`(index, "("),
      !tokens[index].spaceBefore || !tokens[index].newlineBefore && name.first?.isLowercase == true,
      !Self.bare.contains(name)
    {
      index = after(index)
    }
    index = min(index, end)
    return Attribute(name: name, text: source.text(tokens: first..<index), range: bytes(first..<index))
  }

  /// Returns whether the word at `i` is used as a modifier (`class func`, `open var`), rather than as a
  /// keyword or a name (`class Foo`).
  func isModifier(_ i: Int) -> Bool {
    var next = i + 1
    if `is`(next, "("), word(i) != "init" { next = after(next) }
    if `is`(next, "@") { return true }
    guard let text = word(next) else { return false }
    if Self.introducers.contains(text) || Self.modifiers.contains(text) { return true }
    return Self.contextualIntroducers.contains(text) && word(next + 1) != nil
  }

  func directive(_ i: Int) -> String? {
    guard i < end, tokens[i].kind == .pound else { return nil }
    let text = source.text(tokens[i])
    return ["#if", "#elseif", "#else", "#endif"].contains(text) ? text : nil
  }

  /// Returns the index after an `#if … #endif` at `i` that contains only attributes, or nil if there is none.
  ///
  /// The method is recursive, so a limit keeps deeply nested source from exhausting the stack.
  func conditionalAttributes(_ i: Int, depth: Int = 0) -> Int? {
    guard directive(i) == "#if", depth < 32 else { return nil }
    var scanner = self
    var j = endOfLine(i)
    var any = false
    while j < end {
      if `is`(j, "@") {
        scanner.index = j
        scanner.attribute()
        any = true
        j = scanner.index
      } else if let directive = self.directive(j) {
        if directive == "#if" {
          guard let next = conditionalAttributes(j, depth: depth + 1) else { return nil }
          j = next
        } else {
          j = directive == "#endif" ? j + 1 : endOfLine(j)
          if directive == "#endif" { return any ? j : nil }
        }
      } else {
        return nil
      }
    }
    return nil
  }

  /// Returns the index of the first token of the next line. A condition that continues on the next line
  /// counts as part of the same line.
  func endOfLine(_ i: Int) -> Int {
    var j = i + 1
    while j < end,
      !tokens[j].newlineBefore || `is`(j - 1, "|") || `is`(j - 1, "&") || `is`(j, "|") || `is`(j, "&")
    {
      j = opens(j) ? after(j) : j + 1
    }
    return j
  }

  /// Returns whether the token at `j` starts a declaration. The token must be the first token of its line and
  /// able to start a declaration, and the previous line must be complete.
  func startsDeclaration(_ j: Int) -> Bool {
    guard j < end, tokens[j].newlineBefore else { return false }
    // Examples are `let` in generic parameters, `class` in inherited types, and `init` after a dot.
    if `is`(j - 1, ",") || `is`(j - 1, ":") || `is`(j - 1, "@") || `is`(j - 1, "<") { return false }
    if `is`(j - 1, "."), tokens[j - 1].spaceBefore || !`is`(j - 2, ".") { return false }
    if let text = word(j), Self.introducers.contains(text) { return true }
    if j > 0, tokens[j - 1].kind == .op {
      var run = j - 1
      while run > 0, tokens[run - 1].kind == .op, !tokens[run].spaceBefore { run -= 1 }
      let closesGenerics = run == j - 1 && `is`(run, ">") && tokens[run].newlineBefore
      if tokens[run].spaceBefore && !closesGenerics || `is`(j - 1, "=") { return false }
    }
    if `is`(j, "@") { return true }
    if tokens[j].kind == .pound {
      guard directive(j) == nil, let before = word(j - 1) else { return true }
      return !["try", "await", "return", "in", "else"].contains(before)
    }
    guard let text = word(j) else { return false }
    if Self.modifiers.contains(text) { return isModifier(j) }
    return Self.contextualIntroducers.contains(text) && word(j + 1) != nil
  }
}
