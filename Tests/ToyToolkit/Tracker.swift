import Observation

/// Shows something, and shows it again whenever what it read has changed, like a toolkit's views.
@MainActor
package final class Tracker {
  package private(set) var runs = 0
  private let show: @MainActor () -> Void

  package init(_ show: @escaping @MainActor () -> Void) {
    self.show = show
    run()
  }

  private func run() {
    runs += 1
    withObservationTracking(show) { [weak self] in
      MainActor.assumeIsolated { self?.run() }
    }
  }
}

/// Waits until a condition on the tracked value holds.
@MainActor
package func becomesTrue(_ condition: @escaping @MainActor () -> Bool) async {
  var tracker: Tracker?
  await withCheckedContinuation { continuation in
    var isWaiting = true
    tracker = Tracker {
      guard condition(), isWaiting else { return }
      isWaiting = false
      continuation.resume()
    }
  }
  withExtendedLifetime(tracker) {}
}
