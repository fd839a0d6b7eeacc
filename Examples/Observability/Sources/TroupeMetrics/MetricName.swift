/// The names of the metrics of a ``MetricsInstrument``.
public enum MetricName {
  /// A counter of turns, per store.
  public static let turns = "troupe.turns"
  /// A timer of turns, per store.
  public static let turnDuration = "troupe.turn.duration"
  /// A counter of actions that were reduced, per store and action.
  public static let actions = "troupe.actions"
  /// A timer of the reductions of actions, per store and action.
  public static let actionDuration = "troupe.action.duration"
  /// A counter of actions that weren't reduced, because the effect that sent them or its scope had ended, per
  /// store and action.
  public static let drops = "troupe.actions.dropped"
  /// A counter of dismissals without an action, per store.
  public static let dismissals = "troupe.dismissals"
  /// A counter of effects that began, per store and effect.
  public static let effects = "troupe.effects"
  /// A meter of the effects that run, per store and effect.
  public static let running = "troupe.effects.running"
  /// A timer of effects, per store and effect.
  public static let effectDuration = "troupe.effect.duration"
  /// A counter of effects that threw an error which they didn't catch, per store and effect.
  public static let failures = "troupe.effect.failures"
  /// A counter of effects that were cancelled, per store and effect.
  public static let cancellations = "troupe.effect.cancellations"
  /// A counter of actions that a full inbox dropped, per store.
  public static let overflows = "troupe.inbox.overflows"
  /// A counter of saves, per store.
  public static let saves = "troupe.saves"
  /// A counter of turns that were saved, per store.
  public static let savedTurns = "troupe.saved.turns"
  /// A gauge of the turns that aren't saved, after each save, per store.
  public static let unsavedTurnCount = "troupe.unsaved.turns"
  /// A timer of how long the outputs of the oldest turn of a save waited, per store.
  public static let saveWait = "troupe.save.wait"
}
