/// The text of an action, in place of the action itself.
///
/// It is the type and the case: payloads would have to be read at once, also what is behind references.
struct ActionSummary: Sendable {
  let text: String

  init(_ action: any Sendable) { text = ActionLabel.text(of: action) }
}
