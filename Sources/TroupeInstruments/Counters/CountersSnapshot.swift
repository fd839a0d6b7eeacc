/// What a ``Counters`` has counted at one moment.
public struct CountersSnapshot: Sendable, Hashable {
  /// The number of turns that have ended.
  public internal(set) var turns: UInt64 = 0
  /// The number of actions that were reduced.
  public internal(set) var actions: UInt64 = 0
  /// The numbers of the actions of each type and case, such as `Cart.Action.added(…)`.
  public internal(set) var actionsByLabel: [String: UInt64] = [:]
  /// The number of actions that aren't in ``actionsByLabel``, as there were too many labels.
  public internal(set) var actionsOfOtherLabels: UInt64 = 0
  /// The number of children that were removed because they dismissed themselves.
  public internal(set) var dismissals: UInt64 = 0
  /// The number of actions that weren't reduced, as their effect was cancelled, had ended, or belonged to a
  /// scope that had ended.
  public internal(set) var droppedActions: UInt64 = 0
  /// The number of actions that were dropped because an inbox was full.
  public internal(set) var inboxOverflows: UInt64 = 0
  /// The number of pieces of work that have begun.
  public internal(set) var effectsStarted: UInt64 = 0
  /// The number of pieces of work that have ended: by themselves, with an error, or after a cancellation.
  public internal(set) var effectsEnded: UInt64 = 0
  /// The number of pieces of work that ended with an error other than a `CancellationError`.
  public internal(set) var effectsFailed: UInt64 = 0
  /// The number of pieces of work that were cancelled, including those that hadn't begun, but not those that
  /// waited for other work to end, as under a limit.
  public internal(set) var effectsCancelled: UInt64 = 0
  /// The number of saves.
  public internal(set) var saves: UInt64 = 0
  /// The durations of turns.
  public internal(set) var turnDurations = DurationHistogram()
  /// The durations of the reductions of actions, with the instruments that come after this one.
  public internal(set) var reductionDurations = DurationHistogram()
  /// The durations of pieces of work that have ended.
  public internal(set) var effectDurations = DurationHistogram()
  /// How long outputs waited for saves: for each, from the end of the oldest turn that it saved.
  public internal(set) var saveWaits = DurationHistogram()

  /// The number of pieces of work that run.
  public var effectsRunning: UInt64 { effectsStarted - effectsEnded }

  /// Counts an action under its label, if there are fewer labels than the limit or it is one of them.
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
