import TroupeMacroScanner

/// The source of an enum's `allCasePaths`.
struct CasePathsSource {
  /// The name of the enum.
  let root: String
  let access: String
  let members: [Member]
  /// Whether the paths are made once and kept, which a generic type can't do.
  let isStored: Bool

  init(enum type: TypeDeclaration, isStored: Bool) {
    root = type.name
    access = type.prefix.access
    members = type.members
    self.isStored = isStored && type.genericParameters == nil
  }

  var text: String {
    let start = "\(Expansion.nonisolated)\(access)"
    return """
      \(start)static \(isStored ? "let allCasePaths =" : "var allCasePaths:") AllCasePaths\
      \(isStored ? "()" : " { AllCasePaths() }")
      \(start)struct AllCasePaths: Swift.Sendable {
      \(properties)
      }
      """
  }

  private var properties: String {
    members.map { member in
      switch member.kind {
      case .directive(let text): text
      case .enumCase(let elements):
        elements.map { property($0, member.prefix) }.filter { !$0.isEmpty }.joined(separator: "\n")
      default: ""
      }
    }
    .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func property(_ element: CaseElement, _ prefix: Prefix) -> String {
    let attributes = prefix.attributes.filter { $0.base == "available" }
    let payload = Payload(element.parameters ?? [], in: root)
    // There is no value of these cases to make or to find, and the compiler warns of code that tries.
    guard !payload.isImpossible, !attributes.contains(where: \.saysUnavailable) else { return "" }
    let availability = attributes.map { $0.text + "\n" }.joined()
    let path = "TroupeCasePaths.AnyCasePath<\(root), \(payload.type)>"
    let functions = """
      (
      \(isStored ? "embed" : "uncheckedEmbed"): { \(payload.isEmpty ? "_ in " : "")\(root).\(element.name)\(payload.arguments) },
      extract: { if case \(payload.pattern(element.name)) = $0 { \(payload.value) } else { nil } }
      )
      """
    // A stored property can't have an availability of its own.
    if isStored, availability.isEmpty { return "\(access)let \(element.name) = \(path)\(functions)" }
    return "\(availability)\(access)var \(element.name): \(path) { \(path)\(functions) }"
  }
}

/// The payload of a case, as a single value.
private struct Payload {
  private let labels: [String?]
  private let types: [String]

  init(_ parameters: [Parameter], in root: String) {
    labels = parameters.map { $0.label == "_" ? nil : $0.label }
    types = parameters.map { $0.type.replacing(word: "Self", by: root) }
  }

  var isEmpty: Bool { types.isEmpty }

  var isImpossible: Bool { types.contains("Never") || types.contains("Swift.Never") }

  var type: String {
    switch types.count {
    case 0: return "Swift.Void"
    case 1: return types[0]
    default: return tuple { types[$0] }
    }
  }

  /// What the case is made with, out of `$0`.
  var arguments: String {
    isEmpty ? "" : tuple { types.count == 1 ? "$0" : "$0.\($0)" }
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
  fileprivate var saysUnavailable: Bool {
    let source = SourceText(text)
    return source.tokens.contains { source.text($0) == "unavailable" }
  }
}

extension String {
  /// The source with a word replaced, where it is one.
  fileprivate func replacing(word: String, by replacement: String) -> String {
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
