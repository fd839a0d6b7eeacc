import TroupeTesting
import XCTest

@testable import Troupe

/// Which parts of which scopes are restarted, step by step. The back-off takes no time.
final class SupervisionTests: XCTestCase {
  private final class Part: RestartablePart {
    private(set) var calls: [String] = []

    func suspend(_: any SubscriptionHost) { calls.append("suspend") }
    func restart(_: any SubscriptionHost) { calls.append("restart") }

    /// The number of restarts. Each time it was suspended first.
    func restarts(file: StaticString = #filePath, line: UInt = #line) -> Int {
      let count = calls.count / 2
      let expected = Array(repeating: ["suspend", "restart"], count: count).flatMap { $0 }
      XCTAssertEqual(calls, expected, file: file, line: line)
      return count
    }
  }

  /// A supervision, with the runtime of an idle store.
  private struct Bench {
    let runtime: Runtime
    let supervision: Supervision

    init(_ runtime: Runtime, atMost limit: Int, attempts: Int = 100) {
      self.runtime = runtime
      let backoff = Backoff.constant(.zero, attempts: attempts)
      supervision = Supervision(RestartRule(backoff: backoff, limit: limit, duration: .seconds(10)))
    }

    /// Returns whether a scope is restarted after one of its effects has failed.
    func isRestarted(_ scope: ScopeID) -> Bool {
      let origin = Engine.Origin(
        scope: scope,
        cause: "cause",
        since: .now,
        cascade: CascadeID(number: 0, slot: 0)
      )
      let effect = RunningEffect(
        id: EffectID(number: 1, slot: 1),
        name: nil,
        location: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        route: nil,
        host: runtime.weakReference,
        isolation: runtime.isolation
      )
      return runtime.restart(supervision, after: origin, failed: effect)
    }
  }

  private let (one, other) = (ScopeID(number: 1, slot: 1), ScopeID(number: 2, slot: 2))

  /// Runs a body on an idle store that has a clock.
  private func withStore(
    _ body: @escaping @Sendable (isolated Store<Int, Int>, TestClock) async throws -> Void
  ) async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let clock = TestClock(scheduler: scheduler)
      let store = Store(
        initialState: 0,
        configuration: scheduler.configuration(for: Int.self),
        reducer: { Reduce { _, _ in .none } },
        withDependencies: { $0.continuousClock = clock }
      )
      try await body(store, clock)
    }
  }

  // S744
  func testAllPartsOfTheScopeBeginAnewAndNoOthers() async throws {
    try await withStore { [one, other] store, _ in
      let bench = Bench(store.core.runtime, atMost: 9)
      let (first, second, third) = (Part(), Part(), Part())
      XCTAssertFalse(bench.isRestarted(one))
      bench.supervision.add(first, in: one)
      bench.supervision.add(second, in: one)
      bench.supervision.add(third, in: other)
      XCTAssertTrue(bench.isRestarted(one))
      XCTAssertEqual([first, second, third].map { $0.restarts() }, [1, 1, 0])
      XCTAssertTrue(bench.isRestarted(other))
      XCTAssertEqual([first, second, third].map { $0.restarts() }, [1, 1, 1])
    }
  }

  // S741
  func testAPartThatWasRemovedIsLeftAlone() async throws {
    try await withStore { [one, other] store, _ in
      let bench = Bench(store.core.runtime, atMost: 9)
      let (first, second) = (Part(), Part())
      bench.supervision.add(first, in: one)
      bench.supervision.add(second, in: one)
      bench.supervision.remove(first, from: other)
      bench.supervision.remove(first, from: one)
      XCTAssertTrue(bench.isRestarted(one))
      XCTAssertEqual([first, second].map { $0.restarts() }, [0, 1])
      bench.supervision.add(first, in: one)
      bench.supervision.remove(second, from: one)
      XCTAssertTrue(bench.isRestarted(one))
      XCTAssertEqual([first, second].map { $0.restarts() }, [1, 1])
      // A scope without parts and failures isn't supervised.
      bench.supervision.add(first, in: other)
      bench.supervision.remove(first, from: other)
      XCTAssertFalse(bench.isRestarted(other))
    }
  }

  // S742
  func testTheFailuresCountAlsoWithoutPartsUntilTheScopeEnds() async throws {
    try await withStore { [one] store, _ in
      let bench = Bench(store.core.runtime, atMost: 1)
      let part = Part()
      bench.supervision.add(part, in: one)
      XCTAssertTrue(bench.isRestarted(one))
      bench.supervision.remove(part, from: one)
      bench.supervision.add(part, in: one)
      XCTAssertFalse(bench.isRestarted(one))
      XCTAssertEqual(part.restarts(), 1)
      bench.supervision.remove(one)
      XCTAssertFalse(bench.isRestarted(one))
      bench.supervision.add(part, in: one)
      XCTAssertTrue(bench.isRestarted(one))
      XCTAssertEqual(part.restarts(), 2)
    }
  }

  // S742
  func testAFailureCountsForTheDurationAndNoLonger() async throws {
    try await withStore { [one] store, clock in
      let bench = Bench(store.core.runtime, atMost: 1)
      let part = Part()
      bench.supervision.add(part, in: one)
      XCTAssertTrue(bench.isRestarted(one))
      await clock.advance(by: .seconds(10))
      XCTAssertTrue(bench.isRestarted(one))
      await clock.advance(by: .seconds(10) - .nanoseconds(1))
      XCTAssertFalse(bench.isRestarted(one))
      // The failure that exceeded the limit counts as well.
      await clock.advance(by: .seconds(9))
      XCTAssertFalse(bench.isRestarted(one))
      await clock.advance(by: .seconds(10))
      XCTAssertTrue(bench.isRestarted(one))
      XCTAssertEqual(part.restarts(), 3)
    }
  }

  // S742
  func testTheNewestFailuresAreRemembered() async throws {
    try await withStore { [one] store, clock in
      let bench = Bench(store.core.runtime, atMost: 2)
      let part = Part()
      bench.supervision.add(part, in: one)
      var isRestarted: [Bool] = []
      for pause in [0, 1, 1, 1, 8, 1, 7] {
        await clock.advance(by: .seconds(pause))
        isRestarted.append(bench.isRestarted(one))
      }
      // At 0, 1, 2, 3, 11, 12 and 19 seconds.
      XCTAssertEqual(isRestarted, [true, true, false, false, false, false, false])
      await clock.advance(by: .seconds(3))
      XCTAssertTrue(bench.isRestarted(one), "Only the one at 19 seconds counts.")
    }
  }

  // S742
  func testNothingBeginsAnewWithoutFurtherAttempts() async throws {
    try await withStore { [one] store, _ in
      let bench = Bench(store.core.runtime, atMost: 9, attempts: 3)
      let part = Part()
      bench.supervision.add(part, in: one)
      XCTAssertEqual((1...4).map { _ in bench.isRestarted(one) }, [true, true, false, false])
      XCTAssertEqual(part.restarts(), 2)
      let never = Bench(store.core.runtime, atMost: 0)
      never.supervision.add(part, in: one)
      XCTAssertFalse(never.isRestarted(one))
    }
  }

  // S741
  func testAPartIsSupervisedAsLongAsItHasAnEffect() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      var configuration = scheduler.configuration(for: Int?.self)
      configuration.failurePolicy = .restart(
        .constant(.seconds(1), attempts: 9),
        atMost: 9,
        within: .seconds(9)
      )
      let store = Store(initialState: Int?.none, configuration: configuration) {
        Reduce { state, new in
          state = new
          return .none
        }
        .task(id: { $0 }) { $0 < 0 ? .none : .run { _ in try await Task.never() } }
      }
      var counts: [Int] = []
      for value in [1, 2, 3, nil, 4, -1, 5, nil] {
        await store.send(value)
        counts.append(try await store.supervisedParts)
      }
      XCTAssertEqual(counts, [1, 1, 1, 0, 1, 0, 1, 0])
      await store.shutdown(within: .zero)
    }
  }
}

extension Store {
  /// How many parts the store supervises, each as often as it was added.
  fileprivate var supervisedParts: Int {
    get throws {
      let supervision = try XCTUnwrap(core.runtime.supervision)
      let scopes = try XCTUnwrap(Mirror(reflecting: supervision).descendant("supervisors") as? [ScopeID: Any])
      return try scopes.values.reduce(0) {
        try $0 + XCTUnwrap(Mirror(reflecting: $1).descendant("parts") as? [any RestartablePart]).count
      }
    }
  }
}
