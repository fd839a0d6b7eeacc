import Troupe
import TroupeTesting

@testable import Troupe

/// A clock that only returns the time; pauses end by hand.
final class ManualClock: Clock, Sendable {
  let offset = Locked(Duration.zero)
  var now: TestClock.Instant { TestClock.Instant(offset: offset.withLock { $0 }) }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {}
  func set(_ seconds: Double) { offset.withLock { $0 = .seconds(seconds) } }
}
