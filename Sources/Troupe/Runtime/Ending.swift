/// What is known of the end of a store, for all who shut it down.
final class Ending {
  /// The work that had to be cancelled, and how many pieces and actions never began.
  let cancelled: [EffectSnapshot]
  let forgottenCount: Int
  /// What they are told, once the end has come.
  var report: ShutdownReport?

  init(cancelled: [EffectSnapshot], forgottenCount: Int) {
    self.cancelled = cancelled
    self.forgottenCount = forgottenCount
  }
}
