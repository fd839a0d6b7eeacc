/// Returns the names of the cases on a path as they are written in code, such as `\.detail.edit`.
///
/// If the name of a case is unknown, as in a path that an operator created, the text contains the types
/// instead.
package func caseName<Root, Value>(of path: CaseKeyPath<Root, Value>) -> String {
  guard let names = caseNames(of: path) else {
    return "of \(Root.self) with a payload of type \(Value.self)"
  }
  guard !names.isEmpty else { return "\\.self" }
  return names.reduce(into: "\\") { $0 += $1.hasPrefix("[") && $0 != "\\" ? $1 : ".\($1)" }
}

/// Returns the names of the cases on a path, or nil if the name of a case is unknown, as in a path that an
/// operator created.
package func caseNames<Root, Value>(of path: CaseKeyPath<Root, Value>) -> [String]? {
  let names = Case<Root>(route: nil, names: [])[keyPath: path].names ?? []
  return names.contains("") ? nil : names
}

extension AnyCasePath {
  /// Returns the case path for a key path, labelled with the names of its cases.
  package static func named(_ path: any CaseKeyPath<Root, Value> & Sendable) -> AnyCasePath {
    AnyCasePath(path).labelled { caseNames(of: path)?.joined(separator: ".") ?? "" }
  }

  /// The path's text in a key path; nil if the text is unknown.
  package var label: String? {
    guard let label = functions.label?(), !label.isEmpty else { return nil }
    return label
  }
}

extension CaseFunctions {
  /// The case's text in a key path; nil if the key path itself contains the text.
  var writtenName: String? { label?() ?? name.map { "\($0)" } }
}

/// Returns the name of the member at the end of a one-component key path, or an empty text if the name is
/// unknown.
func memberName(of path: AnyKeyPath) -> String {
  let text = "\(path)"
  guard !text.contains("<"), let dot = text.lastIndex(of: ".") else { return "" }
  return String(text[text.index(after: dot)...])
}
