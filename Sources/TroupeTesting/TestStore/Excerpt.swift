import TroupeDiagnostics

/// Returns a one-line description of a value, for messages.
func excerpt<Value>(_ value: Value) -> String { IssueText.value(value, showsPayloads: true) }
