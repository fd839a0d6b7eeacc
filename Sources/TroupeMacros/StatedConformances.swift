import TroupeMacroScanner

/// The conformances that the attribute of an enum states: `@Reducer(state: .equatable, action: .equatable)`.
struct StatedConformances {
  private var names = ["state": [String](), "action": [String]()]

  /// Whether there are none.
  var isEmpty: Bool { names.values.allSatisfy(\.isEmpty) }

  init(_ attribute: SourceText) {
    var label = ""
    for (index, token) in attribute.tokens.enumerated() where token.kind == .identifier {
      let name = attribute.text(token)
      let before = index > 0 ? attribute.text(attribute.tokens[index - 1]) : ""
      let isLabel = index + 1 < attribute.tokens.count && attribute.text(attribute.tokens[index + 1]) == ":"
      // In `.init()` and the like, the compiler finds the mistake.
      if isLabel { label = name } else if before == "." { names[label]?.append(name) }
    }
  }

  /// What follows the other conformances of the generated type.
  ///
  /// - Parameters:
  ///   - type: `state` or `action`.
  ///   - stated: What the type conforms to without being asked.
  func source(of type: String, beside stated: Set<String> = []) -> String {
    names[type, default: []].filter { !stated.contains($0) }
      .map { ", Swift\(Expansion.of)\($0.prefix(1).uppercased() + $0.dropFirst())" }.joined()
  }
}
