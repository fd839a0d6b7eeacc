/// The names of the attributes of the spans that a ``TracingInstrument`` creates.
public enum SpanKey {
  /// The name of the store, or its type and location.
  public static let store = "troupe.store"
  /// The path of the scope; absent for the root.
  public static let scope = "troupe.scope"
  /// The action, if payloads are shown.
  public static let action = "troupe.action"
  /// The id of the action, or of the dismissal.
  public static let actionID = "troupe.action.id"
  /// The id of the action that caused the action or the effect; absent if nothing in the store caused it.
  public static let causeID = "troupe.cause.id"
  /// The id of the first action of the chain.
  public static let rootID = "troupe.root.id"
  /// The number of the effect in its store.
  public static let effectID = "troupe.effect.id"
  /// Whether the effect was cancelled; absent if not.
  public static let isCancelled = "troupe.cancelled"
  /// The type and the case of the error that the effect threw and didn't catch.
  public static let errorType = "error.type"
}
