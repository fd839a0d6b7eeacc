/// A flag that distinguishes the first occurrence of something from later ones.
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
      \(what) of the store \(store) was left out by an instrument, and was done after the instrument had returned: \
      \(TypeName(Self.self).full) didn't call the closure that `\(method)` was given.

      Call it once in each call of the method, before it returns.
      """,
      at: store.location
    )
  }
}
