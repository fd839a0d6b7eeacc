/// Names a value by its type and its case, without what is in it.
///
/// `Search.Action.rows(.element(id: …, action: .tapped))` stands for an action with payloads: those of a type
/// whose name ends in `Action` are named by their cases, and all others left out.
///
/// - Parameter value: The value.
/// - Returns: One line.
public func caseLabel<Value>(of value: Value) -> String { CaseText.text(of: value) }
