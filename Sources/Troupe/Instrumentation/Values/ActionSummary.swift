/// The text of an action, which replaces the action itself.
///
/// The text consists of the action's type and case. The text doesn't include the payload, because a store
/// would have to read the whole payload immediately, including the objects to which the payload refers.
struct ActionSummary: Sendable {
  let text: String

  init(_ action: any Sendable) { text = ActionLabel.text(of: action) }
}
