import Troupe
import TroupeTesting
import XCTest

/// The actions that the samples' effects send.
enum SampleAction: Equatable, Sendable {
  case start(Int)
  case refreshStarted, refreshed, refreshEnded
  case profileLoaded(String), feedLoaded(String), rowLoaded(Int)
  case saved(String), closed, signedOut
  case downloading(Double), downloaded(String)
  case found([String]), failed(String), timedOut
  case notified(Int)
}

/// The functions that the samples' effects call.
struct SampleAPI: Sendable {
  var search: @Sendable (String) async throws -> [String] = { [$0] }

  func profile() async throws -> String { "Blob" }
  func feed() async throws -> String { "news" }
  func row(_ id: Int) async throws -> Int { id }
  func save(_ draft: String) async throws -> String { draft }
  func download() async throws -> String { "page" }
  func signOut() async throws {}
}

extension TroupeTestCase {
  /// Compares the actions of effects that are returned one after another, and checks that none of the effects
  /// is left, unless there is time to wait for.
  ///
  /// - Parameters:
  ///   - expected: The actions.
  ///   - inAnyOrder: Whether the order of two actions is left to the scheduler.
  ///   - duration: How far the clock is advanced.
  ///   - effects: Makes the effects.
  func check(
    _ expected: [SampleAction],
    inAnyOrder: Bool = false,
    after duration: Duration? = nil,
    line: UInt = #line,
    _ effects: @escaping @Sendable (TestClock) -> [Effect<SampleAction>]
  ) async throws {
    try await underSeeds(1) { scheduler, clock in
      let effects = effects(clock)
      let store = Store(
        initialState: [SampleAction](),
        configuration: scheduler.configuration(for: SampleAction.self)
      ) {
        Reduce { state, action in
          if case .start(let number) = action { return effects[number] }
          state.append(action)
          return .none
        }
      }
      for number in effects.indices { await store.send(.start(number)) }
      await scheduler.settle()
      if let duration { await clock.advance(by: duration) }
      let sent = await store.state
      let isExpected = sent == expected || inAnyOrder && sent == expected.reversed()
      XCTAssertTrue(isExpected, "\(sent)", line: line)
      if duration == nil { await store.assertNothingIsLeft(line: line) }
    }
  }
}
