import Synchronization
import Troupe

/// The time that the program has to end, after the signal.
package final class Grace: Sendable {
  /// How long the last saves may take beyond it.
  static let lastSaves = Duration.milliseconds(500)

  private let duration: Duration
  private let clock: AnyClock
  private let end = Mutex(AnyClock.Instant?.none)

  init(_ duration: Duration, clock: any Clock<Duration>) {
    (self.duration, self.clock) = (duration, AnyClock(clock))
  }

  /// Records the signal. Only the first call counts.
  func begin() {
    let end = clock.now.advanced(by: duration)
    self.end.withLock { $0 = $0 ?? end }
  }

  /// The remaining time; all of it before the signal.
  var rest: Duration {
    guard let end = end.withLock({ $0 }) else { return duration }
    return max(.zero, clock.now.duration(to: end))
  }

  /// How long requests may take that are in progress when it begins. Their answers have to reach their
  /// clients.
  var timeOfRequests: Duration { max(.zero, duration - min(duration / 4, .milliseconds(500))) }

  /// Runs an operation after the signal, and cancels it when the grace is over.
  ///
  /// - Parameter reserve: How much of the grace is left for the next step.
  nonisolated(nonsending) func limit(
    leaving reserve: Duration = .zero,
    _ operation: @escaping @Sendable () async -> Void
  ) async {
    let (rest, clock) = (rest - reserve, clock)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await operation() }
      group.addTask { try? await clock.sleep(until: clock.now.advanced(by: rest)) }
      await group.next()
      group.cancelAll()
    }
  }
}
