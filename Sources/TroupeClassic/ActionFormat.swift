/// The format in which a reducer's `debug` writes actions. Later versions can add cases.
@nonexhaustive
public enum ActionFormat: Sendable {
  /// The names of the cases and the labels of their payloads, without the payloads, as in `.todo(id:, action:
  /// .toggled)`.
  case labelsOnly
  /// The action's whole contents.
  case prettyPrint
}
