extension DeclarationScanner {
  /// Reads the declarations in a range of tokens.
  package func members(_ range: Range<Int>) -> [Member] {
    var scanner = self
    scanner.index = range.lowerBound
    scanner.end = min(range.upperBound, end)
    var found: [Member] = []
    while scanner.index < scanner.end {
      if scanner.is(scanner.index, ";") {
        scanner.index += 1
        continue
      }
      let before = scanner.index
      found.append(scanner.member())
      if scanner.index == before { scanner.index += 1 }
    }
    return found
  }

  /// Reads the declaration at ``index``.
  package mutating func member() -> Member {
    let first = index
    if directive(index) != nil, conditionalAttributes(index) == nil {
      index = endOfLine(index)
      return Member(
        prefix: Prefix(start: start(first)),
        kind: .directive(source.text(tokens: first..<index)),
        range: bytes(first..<index)
      )
    }
    let prefix = prefix()
    let keyword = word(index) ?? (index < end ? source.text(tokens[index]) : "")
    index = min(index + 1, end)
    let kind: Member.Kind
    switch keyword {
    case "case": kind = .enumCase(caseElements())
    case "var", "let": kind = .variable(isLet: keyword == "let", bindings())
    default:
      let name = word(index) ?? ""
      kind = .other(keyword: keyword, name: name)
      skipMember()
    }
    return Member(prefix: prefix, kind: kind, range: bytes(first..<max(index, first)))
  }

  private mutating func skipMember() {
    while index < end, !`is`(index, ";"), !startsDeclaration(index) {
      index = opens(index) ? after(index) : index + 1
    }
  }

  private mutating func caseElements() -> [CaseElement] {
    var elements: [CaseElement] = []
    while let name = word(index) {
      var element = CaseElement(name: name, start: start(index))
      index += 1
      if `is`(index, "(") {
        let next = after(index)
        element.parameters = parameters(index + 1..<max(index + 1, next - 1))
        index = next
      }
      if `is`(index, "=") {
        let stop = endOfExpression(index + 1, inBrackets: false)
        element.rawValue = source.text(tokens: index + 1..<max(index + 1, stop))
        index = stop
      }
      elements.append(element)
      guard `is`(index, ",") else { break }
      index += 1
    }
    return elements
  }

  /// Reads the parameters between the parentheses of a payload or a function type.
  func parameters(_ range: Range<Int>) -> [Parameter] {
    var found: [Parameter] = []
    var j = range.lowerBound
    while j < range.upperBound {
      var parameter = Parameter(type: "")
      if word(j) != nil, isColon(j + 1) {
        parameter.label = word(j)
        j += 2
      } else if word(j) != nil, word(j + 1) != nil, isColon(j + 2) {
        parameter.label = word(j)
        parameter.secondName = word(j + 1)
        j += 3
      }
      var stop = min(endOfType(j, inBrackets: true), range.upperBound)
      parameter.type = source.text(tokens: j..<max(j, stop))
      if `is`(stop, "="), stop < range.upperBound {
        let value = stop + 1
        stop = min(endOfExpression(value, inBrackets: true), range.upperBound)
        parameter.defaultValue = source.text(tokens: value..<max(value, stop))
      }
      found.append(parameter)
      j = max(stop, j) + 1
    }
    return found
  }

  /// Returns whether the token is a colon that ends a label, rather than half of the `::` after a module.
  private func isColon(_ i: Int) -> Bool { `is`(i, ":") && !`is`(i + 1, ":") }

  private mutating func bindings() -> [Binding] {
    var found: [Binding] = []
    repeat {
      let first = index
      let isName = word(index) != nil
      index = index < end ? (opens(index) ? after(index) : index + 1) : end
      var binding = Binding(
        pattern: source.text(tokens: first..<index),
        isIdentifier: isName && word(first) != "_",
        patternRange: bytes(first..<index),
        end: 0
      )
      if `is`(index, ":") {
        let stop = endOfType(index + 1, inBrackets: false)
        binding.type = source.text(tokens: index + 1..<max(index + 1, stop))
        index = stop
      }
      if `is`(index, "=") {
        let stop = endOfExpression(index + 1, inBrackets: false)
        binding.initializer = source.text(tokens: index + 1..<max(index + 1, stop))
        index = stop
      }
      if `is`(index, "{") {
        binding.accessors = accessors(index)
        index = after(index)
      }
      binding.end = index > 0 ? tokens[index - 1].end : 0
      found.append(binding)
      guard `is`(index, ",") else { break }
      index += 1
    } while index < end
    return found
  }
}
