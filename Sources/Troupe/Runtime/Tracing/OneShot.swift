/// Whether something happens for the first time.
struct OneShot {
  private var hasHappened = false

  mutating func isFirst() -> Bool {
    defer { hasHappened = true }
    return !hasHappened
  }
}

extension Instrument {
  /// Reports that the instrument left out a reduction. It happens all the same.
  func reportSkippedReduction(of action: ActionInfo) {
    reportSkipped("reduce(_:state:body:)", "The action \(action.action)", action.store)
  }

  /// Reports that the instrument left out what it was to run. It happens all the same.
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
