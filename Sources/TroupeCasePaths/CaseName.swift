/// The names of the cases that a path leads through, as they are written: `\.detail.edit`.
///
/// Of a case whose name can't be told, such as that of a path made by an operator, the types are named
/// instead.
package func caseName<Root, Value>(of path: CaseKeyPath<Root, Value>) -> String {
  guard let names = caseNames(of: path) else {
    return "of \(Root.self) with a payload of type \(Value.self)"
  }
  guard !names.isEmpty else { return "\\.self" }
  return names.reduce(into: "\\") { $0 += $1.hasPrefix("[") && $0 != "\\" ? $1 : ".\($1)" }
}

/// The names of the cases that a path leads through; nil if one of them can't be told, such as that of a path
/// made by an operator.
package func caseNames<Root, Value>(of path: CaseKeyPath<Root, Value>) -> [String]? {
  let names = Case<Root>(route: nil, names: [])[keyPath: path].names ?? []
  return names.contains("") ? nil : names
}

extension AnyCasePath {
  /// Returns the path of a key path, labelled with the names of the cases that it leads through.
  package static func named(_ path: any CaseKeyPath<Root, Value> & Sendable) -> AnyCasePath {
    AnyCasePath(path).labelled { caseNames(of: path)?.joined(separator: ".") ?? "" }
  }

  /// What is written in a key path for it; nil if that is unknown.
  package var label: String? {
    guard let label = functions.label?(), !label.isEmpty else { return nil }
    return label
  }
}

extension CaseFunctions {
  /// What is written for the case in a key path, where the path itself doesn't tell.
  var writtenName: String? { label?() ?? name.map { "\($0)" } }
}

/// The name of the member that a key path of one component leads to; empty where that is unknown.
func memberName(of path: AnyKeyPath) -> String {
  let text = "\(path)"
  guard !text.contains("<"), let dot = text.lastIndex(of: ".") else { return "" }
  return String(text[text.index(after: dot)...])
}
