/// Returns the type and the case of a value, without its contents.
///
/// `Search.Action.rows(.element(id: …, action: .tapped))` represents an action with payloads. Payloads of a
/// type whose name ends in `Action` are named by their cases, and all others are left out.
///
/// - Parameter value: The value.
/// - Returns: One line.
public func caseLabel<Value>(of value: Value) -> String { CaseText.text(of: value) }
