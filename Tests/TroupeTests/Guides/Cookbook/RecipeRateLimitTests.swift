import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipeRateLimit.md`.

@Reducer
struct RateLimiter {
  /// A bucket of tokens, which fills up with time. Each request takes a token.
  struct Bucket: Equatable, Sendable {
    var tokens: Double
    var instant: AnyClock.Instant
  }

  struct State: Equatable {
    var buckets: [String: Bucket] = [:]
  }

  enum Decision: Equatable, Sendable {
    case allowed
    case refused(retryAfter: Duration)
  }

  enum Action {
    case requested(tenant: String, reply: Reply<Decision>)
    case sweepDue
  }

  /// The number of requests that a tenant may send at once.
  let burst: Double
  /// The time after which one more request is allowed.
  let interval: Duration
  /// The clock that measures the intervals.
  let clock: AnyClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let now = clock.now
      switch action {
      case .requested(let tenant, let reply):
        var bucket = filled(state.buckets[tenant] ?? Bucket(tokens: burst, instant: now), at: now)
        if bucket.tokens >= 1 {
          bucket.tokens -= 1
          reply.answer(.allowed)
        } else {
          reply.answer(.refused(retryAfter: interval * (1 - bucket.tokens)))
        }
        state.buckets[tenant] = bucket

      case .sweepDue:
        // A full bucket is like none.
        state.buckets = state.buckets.filter { filled($0.value, at: now).tokens < burst }
      }
      return .none
    }
    .onStart {
      .run(name: "sweep") { send in
        while true {
          try await clock.sleep(for: .seconds(60))
          await send(.sweepDue)
        }
      }
    }
  }

  private func filled(_ bucket: Bucket, at now: AnyClock.Instant) -> Bucket {
    let gained = bucket.instant.duration(to: now) / interval
    return Bucket(tokens: min(burst, bucket.tokens + gained), instant: now)
  }
}

/// Runs a handler if its tenant's limit allows it.
func limited(
  _ tenant: String,
  by limiter: StoreOf<RateLimiter>,
  handler: () async throws -> Int
) async throws -> (status: Int, retryAfter: Int64?) {
  let decision = try await limiter.ask(within: .seconds(1)) { .requested(tenant: tenant, reply: $0) }
  switch decision {
  case .allowed: return (try await handler(), nil)
  case .refused(let duration): return (429, duration.components.seconds + 1)
  }
}

final class RateLimiterTests: XCTestCase {
  func testEachTenantHasItsOwnLimit() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let limiter = Store(initialState: RateLimiter.State(), configuration: scheduler.configuration()) {
      RateLimiter(burst: 2, interval: .seconds(10), clock: AnyClock(clock))
    } withDependencies: {
      $0.continuousClock = clock
    }
    try await scheduler.run {
      for status in [200, 200, 429] {
        let answer = try await limited("a", by: limiter) { 200 }
        XCTAssertEqual(answer.status, status)
      }
      let other = try await limited("b", by: limiter) { 200 }
      XCTAssertEqual(other.status, 200)

      await clock.advance(by: .seconds(4))
      let early = try await limited("a", by: limiter) { 200 }
      XCTAssertEqual(early.status, 429)
      XCTAssertEqual(early.retryAfter, 7)
      await clock.advance(by: .seconds(7))
      let late = try await limited("a", by: limiter) { 200 }
      XCTAssertEqual(late.status, 200)

      await clock.advance(by: .seconds(60))
      let buckets = await limiter.buckets
      XCTAssertEqual(buckets, [:], "Full buckets were swept away.")
    }
  }
}
