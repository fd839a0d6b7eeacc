/// Returns a value's type and case as text, without its contents.
///
/// For example, the label `Search.Action.rows(.element(id: …, action: .tapped))` represents an action with
/// payloads. A payload whose type name ends in `Action` is represented by its case, and all other payloads
/// are omitted.
///
/// - Parameter value: The value to label.
/// - Returns: The label, on one line.
public func caseLabel<Value>(of value: Value) -> String { CaseText.text(of: value) }
