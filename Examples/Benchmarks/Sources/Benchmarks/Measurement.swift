import AllocationCounter

/// The time and the allocations that one operation took, at best, over several rounds.
struct Measurement {
  let nanoseconds: Double
  let allocations: Double

  /// Measures an operation.
  ///
  /// - Parameters:
  ///   - count: How many operations a round makes.
  ///   - rounds: How many rounds there are, after one to warm up.
  ///   - operation: Makes a number of operations.
  init(count: Int, rounds: Int, _ operation: (_ count: Int) async -> Void) async {
    var best = Double.infinity
    var fewest = Double.infinity
    await operation(count)
    for _ in 0..<rounds {
      let allocationsBefore = allocation_count()
      let start = ContinuousClock.now
      await operation(count)
      let duration = ContinuousClock.now - start
      best = min(best, duration / .nanoseconds(count))
      fewest = min(fewest, Double(allocation_count() - allocationsBefore) / Double(count))
    }
    nanoseconds = best
    allocations = fewest
  }
}
