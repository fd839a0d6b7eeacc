/// State of a prompt, such as an alert, that goes away as soon as one of its actions was sent.
///
/// `ifLet` takes it without a reducer. Where it is in a case of an enum, its actions are those in the case of the same name,
/// or, where there is none, in the cases that hold its ``Action``.
public protocol EphemeralState<Action> {
  /// What can be chosen in the prompt.
  associatedtype Action: Sendable
}
