/// A record of a store's shutdown, shared by all callers that shut the store down.
final class ShutdownRecord {
  /// The work that had to be cancelled at the deadline, and the number of leaves (work and actions) that
  /// never began.
  let cancelled: [EffectSnapshot]
  let forgottenCount: Int
  /// The report for the callers; nil until the store has ended.
  private(set) var report: ShutdownReport?

  init(cancelled: [EffectSnapshot], forgottenCount: Int) {
    self.cancelled = cancelled
    self.forgottenCount = forgottenCount
  }

  func end(_ report: ShutdownReport) { self.report = report }
}
