/// Returns the type and the case of a value, without its contents.
///
/// `Search.Action.rows(.element(id: …, action: .tapped))` represents an action with payloads. Payloads of a
/// type whose name ends in `Action` are represented by their cases, and all other payloads are omitted.
///
/// - Parameter value: The value.
/// - Returns: One line.
public func caseLabel<Value>(of value: Value) -> String { CaseText.text(of: value) }
