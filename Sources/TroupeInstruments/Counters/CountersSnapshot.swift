/// The values of a ``Counters`` instrument at one point in time.
public struct CountersSnapshot: Sendable, Hashable {
  /// The number of turns that have ended.
  public internal(set) var turns: UInt64 = 0
  /// The number of actions that were reduced.
  public internal(set) var actions: UInt64 = 0
  /// The number of actions for each type and case, keyed by labels such as `Cart.Action.added(…)`.
  public internal(set) var actionsByLabel: [String: UInt64] = [:]
  /// The number of actions that aren't in ``actionsByLabel`` because the label limit was reached.
  public internal(set) var actionsOfOtherLabels: UInt64 = 0
  /// The number of children that were removed because they dismissed themselves.
  public internal(set) var dismissals: UInt64 = 0
  /// The number of actions that weren't reduced because their effect was cancelled or had ended, or because
  /// their scope had ended.
  public internal(set) var droppedActions: UInt64 = 0
  /// The number of actions that were dropped because an inbox was full.
  public internal(set) var inboxOverflows: UInt64 = 0
  /// The number of effects whose work has started.
  public internal(set) var effectsStarted: UInt64 = 0
  /// The number of effects whose work has ended, whether it finished, threw an error or was cancelled.
  public internal(set) var effectsEnded: UInt64 = 0
  /// The number of effects whose work ended with an error other than a `CancellationError`.
  public internal(set) var effectsFailed: UInt64 = 0
  /// The number of cancelled effects. The number includes effects that hadn't started yet, but not effects
  /// that were waiting for other effects to end, for example under a limit.
  public internal(set) var effectsCancelled: UInt64 = 0
  /// The number of saves.
  public internal(set) var saves: UInt64 = 0
  /// The durations of turns.
  public internal(set) var turnDurations = DurationHistogram()
  /// The durations of actions' reductions, including the instruments that follow this instrument.
  public internal(set) var reductionDurations = DurationHistogram()
  /// The durations of effects whose work has ended.
  public internal(set) var effectDurations = DurationHistogram()
  /// The times that outputs waited for saves. For each save, the time is measured from the end of its oldest
  /// turn.
  public internal(set) var saveWaits = DurationHistogram()

  /// The number of effects whose work is running.
  public var effectsRunning: UInt64 { effectsStarted - effectsEnded }

  /// Counts an action under its label if the label is already known or the label limit hasn't been reached,
  /// and otherwise as an action of another label.
  mutating func count(_ label: String, _ number: UInt64 = 1, limit: Int) {
    if let index = actionsByLabel.index(forKey: label) {
      actionsByLabel.values[index] += number
    } else if actionsByLabel.count < limit {
      actionsByLabel[label] = number
    } else {
      actionsOfOtherLabels += number
    }
  }

  mutating func add(_ other: CountersSnapshot, labelLimit: Int) {
    turns += other.turns
    actions += other.actions
    for (label, number) in other.actionsByLabel { count(label, number, limit: labelLimit) }
    actionsOfOtherLabels += other.actionsOfOtherLabels
    dismissals += other.dismissals
    droppedActions += other.droppedActions
    inboxOverflows += other.inboxOverflows
    effectsStarted += other.effectsStarted
    effectsEnded += other.effectsEnded
    effectsFailed += other.effectsFailed
    effectsCancelled += other.effectsCancelled
    saves += other.saves
    turnDurations.add(other.turnDurations)
    reductionDurations.add(other.reductionDurations)
    effectDurations.add(other.effectDurations)
    saveWaits.add(other.saveWaits)
  }
}
