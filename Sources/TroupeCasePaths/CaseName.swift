/// The names of the cases that a path leads through, as they are written: `\.detail.edit`.
///
/// Of a case whose name can't be told, such as that of a path made by an operator, the types are named
/// instead.
package func caseName<Root, Value>(of path: CaseKeyPath<Root, Value>) -> String {
  let names = Case<Root>(route: nil, names: [])[keyPath: path].names ?? []
  if names.contains("") { return "of \(Root.self) with a payload of type \(Value.self)" }
  guard !names.isEmpty else { return "\\.self" }
  return names.reduce(into: "\\") { $0 += $1.hasPrefix("[") && $0 != "\\" ? $1 : ".\($1)" }
}

/// The name of the member that a key path of one component leads to; empty where that is unknown.
func memberName(of path: AnyKeyPath) -> String {
  let text = "\(path)"
  guard !text.contains("<"), let dot = text.lastIndex(of: ".") else { return "" }
  return String(text[text.index(after: dot)...])
}
