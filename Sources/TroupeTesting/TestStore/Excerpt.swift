import TroupeDiagnostics

/// A value on one line, as a part of a message.
func excerpt<Value>(_ value: Value) -> String { IssueText.value(value, showsPayloads: true) }
