import TroupeMacroScanner

/// The source of an enum's `allCasePaths`.
struct CasePathsSource {
  /// The enum's name.
  let root: String
  let access: String
  let members: [Member]
  /// Whether the paths are stored. A generic type can't store the paths.
  let isStored: Bool
  /// Whether the generated code lists the paths.
  let isIterable: Bool

  init(enum type: TypeDeclaration, isStored: Bool) {
    isIterable = type.inherited.contains { $0.split { ".:".contains($0) }.last == "CasePathIterable" }
    root = type.name
    access = type.prefix.access
    members = type.members
    self.isStored = isStored && type.genericParameters == nil
  }

  var text: String {
    let start = "\(access)\(Expansion.nonisolated)"
    return """
      \(start)static \(isStored ? "let allCasePaths =" : "var allCasePaths:") AllCasePaths\
      \(isStored ? "()" : " { AllCasePaths() }")
      \(start)struct AllCasePaths: Swift\(Expansion.of)Sendable\(isIterable ? protocols : "") {
      \(each(property))\(isIterable ? list : "")
      }
      """
  }

  private func each(_ source: (CaseElement, Prefix) -> String) -> String {
    members.map { member in
      switch member.kind {
      case .directive(let text): text
      case .enumCase(let elements):
        elements.map { source($0, member.prefix) }.filter { !$0.isEmpty }.joined(separator: "\n")
      default: ""
      }
    }
    .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: The list of the paths

  private var protocols: String {
    ", Swift\(Expansion.of)Sequence, TroupeCasePaths\(Expansion.of)CasePathReflectable"
  }

  /// The source of the members that make `AllCasePaths` a sequence, and that find the path of a value's case.
  private var list: String {
    let path = "TroupeCasePaths\(Expansion.of)PartialCaseKeyPath<\(root)>"
    return """

      \(access)subscript(root: \(root)) -> \(path) {
      \(each { listed($0, $1) ? "if case .\($0.name) = root { return \\.\($0.name) }" : "" })
      return \\.self
      }
      \(access)func makeIterator() -> Swift\(Expansion.of)IndexingIterator<[\(path)]> {
      var paths: [\(path)] = []
      \(each { listed($0, $1) ? "paths.append(\\.\($0.name))" : "" })
      return paths.makeIterator()
      }
      """
  }

  private func listed(_ element: CaseElement, _ prefix: Prefix) -> Bool {
    !prefix.has(attribute: "available") && !Payload(element.parameters ?? [], in: root).isImpossible
  }

  private func property(_ element: CaseElement, _ prefix: Prefix) -> String {
    let attributes = prefix.attributes.filter { $0.base == "available" }
    let payload = Payload(element.parameters ?? [], in: root)
    // A case with an impossible payload has no values, and the compiler warns about code that creates or
    // extracts a value.
    guard !payload.isImpossible, !attributes.contains(where: \.saysUnavailable) else { return "" }
    let availability = attributes.map { $0.text + "\n" }.joined()
    let path = "TroupeCasePaths\(Expansion.of)AnyCasePath<\(root), \(payload.type)>"
    let functions = """
      (
      \(isStored ? "embed" : "uncheckedEmbed"): \(payload.embedding(element.name, in: root)),
      extract: { if case \(payload.pattern(element.name)) = $0 { \(payload.value) } else { nil } }
      )
      """
    // A stored property can't have an `@available` attribute.
    if isStored, availability.isEmpty { return "\(access)let \(element.name): \(path) = .init\(functions)" }
    return "\(availability)\(access)var \(element.name): \(path) { .init\(functions) }"
  }
}

/// A case's payload as a single value.
private struct Payload {
  private let labels: [String?]
  private let types: [String]
  /// Whether each part is an autoclosure.
  private let areAutoclosures: [Bool]

  init(_ parameters: [Parameter], in root: String) {
    labels = parameters.map { $0.label == "_" ? nil : $0.label.map(\.asArgumentLabel) }
    let autoclosures = parameters.map { $0.type.withoutAutoclosure }
    types = zip(parameters, autoclosures).map { parameter, closure in
      let type = (closure ?? parameter.type).replacing(word: "Self", by: root)
      // Only the type in a declaration can be implicitly unwrapped.
      return type.hasSuffix("!") ? type.dropLast() + "?" : type
    }
    areAutoclosures = autoclosures.map { $0 != nil }
  }

  var isEmpty: Bool { types.isEmpty }

  var isImpossible: Bool { types.contains("Never") || types.contains("Swift.Never") }

  var type: String {
    switch types.count {
    case 0: return "Swift\(Expansion.of)Void"
    case 1: return types[0]
    default: return tuple { types[$0] }
    }
  }

  /// The case's arguments, taken from `$0`.
  var arguments: String {
    isEmpty
      ? ""
      : tuple { index in
        let part = types.count == 1 ? "$0" : "$0.\(index)"
        return areAutoclosures[index] ? "\(part)()" : part
      }
  }

  /// Returns the source of the function that creates a value of the case.
  func embedding(_ name: String, in root: String) -> String {
    // The compiler warns about a closure that takes a `Never`, such as the action of a prompt without
    // buttons.
    if types.count == 1, types[0].hasSuffix("<Never>.Action") { return "\(root).\(name)" }
    return "{ \(isEmpty ? "_ in " : "").\(name)\(arguments) }"
  }

  func pattern(_ name: String) -> String {
    isEmpty ? ".\(name)" : "let .\(name)(\(names.joined(separator: ", ")))"
  }

  var value: String { types.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))" }

  private var names: [String] { types.indices.map { "value\($0)" } }

  private func tuple(_ element: (Int) -> String) -> String {
    let elements = types.indices.map { index in (labels[index].map { $0 + ": " } ?? "") + element(index) }
    return "(\(elements.joined(separator: ", ")))"
  }
}

extension Attribute {
  /// Whether the attribute declares that the declaration is unavailable on all platforms.
  var saysUnavailable: Bool {
    let source = SourceText(text)
    let words = source.tokens.map { source.text($0) }
    return words.contains("unavailable") && zip(words, words.dropFirst()).contains { $0 == ("(", "*") }
  }

  /// Returns whether the attribute contains a word.
  func says(_ word: String) -> Bool { text.has(word: word) }
}

extension String {
  /// The string as an argument label. Most keywords need no backticks in labels.
  fileprivate var asArgumentLabel: String {
    guard hasPrefix("`"), hasSuffix("`"), count > 2 else { return self }
    let name = String(dropFirst().dropLast())
    return Self.keywords.contains(name) ? name : self
  }

  /// The keywords for which the compiler warns about backticks before a colon.
  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import",
    "in", "init", "internal", "is", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try",
    "typealias", "where", "while",
  ]

  /// The closure type inside an autoclosure; nil for other types.
  var withoutAutoclosure: String? {
    let source = SourceText(self)
    let tokens = source.tokens
    guard
      let index = tokens.indices.dropLast().first(where: {
        source.text(tokens[$0]) == "@" && source.text(tokens[$0 + 1]) == "autoclosure"
      })
    else { return nil }
    var end = tokens[index + 1].end
    while end < source.bytes.count, source.bytes[end] == UInt8(ascii: " ") { end += 1 }
    let rest = source.text(0..<tokens[index].start) + source.text(end..<source.bytes.count)
    return rest.replacing("@escaping ", with: "")
  }

  /// Returns whether the source contains a word as a whole token.
  func has(word: String) -> Bool {
    let source = SourceText(self)
    return source.tokens.contains { source.text($0) == word }
  }

  /// Returns the source with each token that equals a word replaced.
  func replacing(word: String, by replacement: String) -> String {
    guard contains(word) else { return self }
    let source = SourceText(self)
    var result = ""
    var end = 0
    for token in source.tokens where token.kind == .identifier && source.text(token) == word {
      result += source.text(end..<token.start) + replacement
      end = token.end
    }
    return result + source.text(end..<source.bytes.count)
  }
}
