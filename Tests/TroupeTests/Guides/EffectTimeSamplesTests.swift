import Troupe
import TroupeTesting
import XCTest

/// The samples of the operators on effects that take a clock.
final class EffectTimeSamplesTests: TroupeTestCase {
  typealias Action = SampleAction

  struct SearchID: Hashable {}

  private static let api = SampleAPI()

  // Effect.debounce
  private static func debouncing(_ query: String, _ clock: TestClock) -> Effect<Action> {
    return .run { send in await send(.found(try await api.search(query))) }
      .debounce(id: SearchID(), for: .milliseconds(300), clock: clock)
  }

  func testDebounce() async throws {
    try await check([.found(["ab"])], after: .milliseconds(300)) { clock in
      [Self.debouncing("a", clock), Self.debouncing("ab", clock)]
    }
  }

  // Effect.throttle
  private static func throttling(_ query: String, _ clock: TestClock) -> Effect<Action> {
    return .run { send in await send(.found(try await api.search(query))) }
      .throttle(id: SearchID(), for: .seconds(1), latest: true, clock: clock)
  }

  func testThrottle() async throws {
    try await check([.found(["a"]), .found(["abc"])], after: .seconds(1)) { clock in
      ["a", "ab", "abc"].map { Self.throttling($0, clock) }
    }
  }

  // Effect.timeout
  private static func limiting(_ api: SampleAPI, _ query: String, _ clock: TestClock) -> Effect<Action> {
    return .run { send in await send(.found(try await api.search(query))) }
      .timeout(after: .seconds(10), clock: clock, sending: .timedOut)
  }

  func testTimeout() async throws {
    try await check([.found(["a"])], after: .seconds(10)) { [Self.limiting(Self.api, "a", $0)] }
    let slow = SampleAPI(search: { _ in
      try await waitForCancellation()
      return []
    })
    try await check([.timedOut], after: .seconds(10)) { [Self.limiting(slow, "a", $0)] }
  }

  // Effect.retry
  private static func retrying(_ api: SampleAPI, _ query: String, _ clock: TestClock) -> Effect<Action> {
    return .run { send in await send(.found(try await api.search(query))) }
      .retry(.exponential(initial: .seconds(1), maximum: .seconds(30), attempts: 4), clock: clock)
  }

  func testRetry() async throws {
    struct Busy: Error {}
    let attempts = Collector<String>()
    let busy = SampleAPI(search: { query in
      attempts.append(query)
      if attempts.all.count < 3 { throw Busy() }
      return [query]
    })
    // The second attempt comes after one second, the third after two more.
    try await check([], after: .seconds(2.9)) { [Self.retrying(busy, "a", $0)] }
    attempts.clear()
    try await check([.found(["a"])], after: .seconds(3)) { [Self.retrying(busy, "a", $0)] }
    XCTAssertEqual(attempts.all, ["a", "a", "a"])
  }
}
