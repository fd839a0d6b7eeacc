/// The names of the metadata that a ``LoggingInstrument`` sets.
public enum LogKey {
  /// The name of the store, or its type and location.
  public static let store = "troupe.store"
  /// The path of the scope; absent for the root.
  public static let scope = "troupe.scope"
  /// The type and the case of the action.
  public static let action = "troupe.action"
  /// The id of the action, or of the dismissal.
  public static let actionID = "troupe.action.id"
  /// How the action came to the store: `sent`, `enqueued`, `returned`, or the id of the effect that sent it.
  public static let origin = "troupe.origin"
  /// The id of the action that caused the action or the effect; absent if nothing in the store caused it.
  public static let causeID = "troupe.cause.id"
  /// The id of the first action of the chain.
  public static let rootID = "troupe.root.id"
  /// The name of the effect, or the location where it was made.
  public static let effect = "troupe.effect"
  /// The id of the effect: the number of the run of its store, and its own.
  public static let effectID = "troupe.effect.id"
  /// The type and the case of an error; its text if payloads are shown.
  public static let error = "troupe.error"
  /// How many actions a full inbox dropped.
  public static let count = "troupe.count"
  /// How many turns a save covered.
  public static let turns = "troupe.turns"
  /// How many turns aren't saved yet.
  public static let unsaved = "troupe.unsaved"
  /// How long the outputs of the oldest turn have waited for the save.
  public static let wait = "troupe.wait"
}
