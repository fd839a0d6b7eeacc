import TroupeMacroScanner

/// The conformances that an enum's attribute states, as in `@Reducer(state: .equatable, action: .equatable)`.
struct StatedConformances {
  private var names = ["state": [String](), "action": [String]()]

  /// Whether the attribute states no conformances.
  var isEmpty: Bool { names.values.allSatisfy(\.isEmpty) }

  init(_ attribute: SourceText) {
    var label = ""
    for (index, token) in attribute.tokens.enumerated() where token.kind == .identifier {
      let name = attribute.text(token)
      let before = index > 0 ? attribute.text(attribute.tokens[index - 1]) : ""
      let isLabel = index + 1 < attribute.tokens.count && attribute.text(attribute.tokens[index + 1]) == ":"
      // The compiler reports mistakes in other forms, such as `.init()`.
      if isLabel { label = name } else if before == "." { names[label]?.append(name) }
    }
  }

  /// Returns the source that adds the stated conformances to a generated type.
  ///
  /// - Parameters:
  ///   - type: The type's label in the attribute, `state` or `action`.
  ///   - stated: The conformances that the generated type has anyway.
  func source(of type: String, beside stated: Set<String> = []) -> String {
    names[type, default: []].filter { !stated.contains($0) }
      .map { ", Swift\(Expansion.of)\($0.prefix(1).uppercased() + $0.dropFirst())" }.joined()
  }
}
