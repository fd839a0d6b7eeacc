/// A flag that distinguishes the first occurrence of an event from later occurrences.
struct OneShot {
  private var hasHappened = false

  mutating func isFirst() -> Bool {
    defer { hasHappened = true }
    return !hasHappened
  }
}

extension Instrument {
  /// Reports that the instrument skipped a reduction. The store then performs the reduction itself.
  func reportSkippedReduction(of action: ActionInfo) {
    reportSkipped("reduce(_:state:body:)", "The action \(action.action)", action.store)
  }

  /// Reports that the instrument skipped an operation that it must run. The store then runs the operation
  /// itself.
  func reportSkipped(_ method: String, _ what: String, _ store: StoreInfo) {
    reportIssue(
      """
      \(what) of the store \(store) was skipped by an instrument: \(TypeName(Self.self).full) didn't call the closure that \
      was passed to `\(method)`. The store performed this step after the instrument had returned.

      Call the closure exactly once in each call of the method, before the method returns.
      """,
      at: store.location
    )
  }
}
