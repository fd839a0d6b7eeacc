import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Effects that are joined one by one, and nested operators.
final class JoiningTests: TroupeTestCase {
  /// The numbers that an effect sends, in order; nil if it does anything else.
  private func numbers(_ effect: Effect<Int>) -> [Int]? {
    guard case .own(.merge(let members))? = effect.program ?? .nothing else {
      guard case .own(.concatenate(let members))? = effect.program else { return nil }
      return numbers(members)
    }
    return numbers(members)
  }

  private func numbers(_ members: [ResolvedEffect]) -> [Int]? {
    let found = members.compactMap { member -> Int? in
      guard case .send(let leaf) = member else { return nil }
      return QueuedAction<Int>.cast(leaf).action
    }
    return found.count == members.count ? found : nil
  }

  // S111: however they were joined, they are one list in order. Previously, each step copied all before it.
  func testManyEffectsJoinedOneByOneKeepTheirOrder() {
    for count in [40_000, 80_000] {
      let expected = Array(0..<count)
      let effects = expected.map { Effect.send($0) }
      XCTAssertEqual(numbers(effects.reduce(.none) { $0.merge(with: $1) }), expected)
      XCTAssertEqual(numbers(effects.reversed().reduce(Effect.none) { $1.merge(with: $0) }), expected)
      XCTAssertEqual(numbers(effects.reduce(.none) { .merge($0, $1) }), expected)
      XCTAssertEqual(numbers(effects.reduce(.none) { $0.concatenate(with: $1) }), expected)
      let doubled = effects.map { $0.map { $0 * 2 } }.reduce(Effect.none) { $0.merge(with: $1) }
      XCTAssertEqual(numbers(doubled.map { $0 / 2 }), expected)
    }
  }

  func testJoinedEffectsRunInTheirOrder() async throws {
    try await underSeeds(2) { scheduler, _ in
      let store = numberStore(scheduler) { action in
        let effects = (0..<500).map { Effect<Int>.send($0) }
        return switch action {
        case -1: effects.reduce(.none) { $0.merge(with: $1) }
        case -2: effects.reduce(.none) { $0.concatenate(with: $1) }
        default: .none
        }
      }
      await store.send(-1)
      await store.send(-2)
      let state = await store.state
      XCTAssertEqual(state, [-1] + (0..<500) + [-2] + (0..<500))
    }
  }

  // A discarded effect is released without a stack frame for each join.
  func testManyJoinedEffectsAreReleased() {
    for count in [40_000, 80_000] {
      let live = Counted.live
      let effects = (0..<count).map { _ in
        let counted = Counted()
        return Effect<Int>.run { _ in withExtendedLifetime(counted) {} }
      }
      var joined: Effect<Int>? = effects.reduce(.none) { $0.merge(with: $1) }
      let shared = joined?.concatenate(with: .send(1))
      joined = nil
      withExtendedLifetime((effects, shared)) { XCTAssertEqual(Counted.live, live + count) }
    }
  }

  func testJoinsInsideOfJoinsOfTheirKindAreNoNesting() {
    var merged = Effect<Int>.none
    var concatenated = Effect<Int>.none
    for number in 0..<10_000 {
      merged = .merge(.merge(merged, .send(number)), .none)
      concatenated = .concatenate(concatenated, .concatenate(.send(number), .none))
    }
    XCTAssertEqual(numbers(merged), Array(0..<10_000))
    XCTAssertEqual(numbers(concatenated), Array(0..<10_000))
  }
}

extension JoiningTests {
  /// Each operator, around an effect.
  private var operators: [String: @Sendable (Effect<Int>) -> Effect<Int>] {
    let clock = ContinuousClock()  // not a wait: nobody starts the work
    return [
      "cancellable": { $0.cancellable(id: 1) },
      "cancelInFlight": { $0.cancellable(id: UInt64.random(in: 0 ... .max), cancelInFlight: true) },
      "limited": { $0.limited(id: UInt64.random(in: 0 ... .max), to: 1) },
      "map": { $0.map { $0 + 1 } },
      "retry": { $0.retry(.constant(.zero, attempts: 1), clock: clock) },
      "timeout": { $0.timeout(after: .seconds(1000), clock: clock) },
      "debounce": { $0.debounce(id: UInt64.random(in: 0 ... .max), for: .zero, clock: clock) },
      "throttle": {
        $0.throttle(id: UInt64.random(in: 0 ... .max), for: .seconds(1), latest: true, clock: clock)
      },
      "joins by turns": { .merge(.concatenate($0, .send(-1)), .send(-1)) },
    ]
  }

  private static var isAddressSanitized: Bool {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return dlsym(everywhere, "__asan_init") != nil
  }

  /// Runs work on a thread with the smallest stack that secondary threads have, and waits for it.
  private func onASmallStack(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      work()
      done.signal()
    }
    // The frames of the address sanitizer are many times as large.
    thread.stackSize = (Self.isAddressSanitized ? 16_384 : 512) * 1024
    thread.start()
    done.wait()
  }

  // S536: endless nesting is rejected, with its place, and does nothing; previously, it crashed the process.
  func testWhatIsNestedTooDeepIsReportedAndNotRun() {
    for (name, wrap) in operators {
      let collector = IssueCollector()
      onASmallStack {
        withIssueReporters([collector]) {
          var effect = Effect<Int>.run(name: "deep") { _ in }
          for _ in 0..<10_000 { effect = wrap(effect) }
        }
      }
      let message = collector.messages.first ?? ""
      XCTAssertTrue(message.contains("More than 64 nested operators apply to the effect \"deep\""), name)
      XCTAssertTrue(message.contains("JoiningTests.swift"), message)
    }
  }

  // S536: allowed nesting is begun, cancelled and released on a small stack.
  func testWhatIsNestedAsDeepAsItMayRunsOnASmallStack() {
    for (name, wrap) in operators {
      onASmallStack {
        var effect = Effect<Int>.run(name: "deep") { _ in }
        // A debounce is two operators, and so are alternating joins.
        for _ in 0..<(name == "debounce" || name == "joins by turns" ? 32 : 64) { effect = wrap(effect) }
        var engine = Engine(showsPayloads: true)
        for isCancelled in [true, false] {
          let cascade = engine.openCascade()
          let cause = ActionValue(0)
          let origin = Engine.Origin(scope: .root, cause: cause, since: .now, cascade: cascade)
          engine.begin(effect.placed!, origin)
          if isCancelled { engine.cancelAll(in: .root) }
          while let command = engine.next() {
            switch command {
            case .start(let start): engine.ended(start.id)
            case .cancel(let id): engine.ended(id)
            case .deliver(let id, _): _ = engine.claim(id)
            default: break
            }
          }
          let isIdle = engine.isIdle
          XCTAssertTrue(isIdle, name)
        }
      }
    }
  }
}
