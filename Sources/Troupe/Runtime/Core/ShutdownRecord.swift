/// The end of a store, shared by all callers that shut it down.
final class ShutdownRecord {
  /// The work that had to be cancelled at the deadline, and how many subtasks and actions never began.
  let cancelled: [EffectSnapshot]
  let forgottenCount: Int
  /// The report for the callers, once the store has ended.
  private(set) var report: ShutdownReport?

  init(cancelled: [EffectSnapshot], forgottenCount: Int) {
    self.cancelled = cancelled
    self.forgottenCount = forgottenCount
  }

  func end(_ report: ShutdownReport) { self.report = report }
}
