import Troupe
import TroupeTesting
import XCTest

/// Effects that the state declares, in a test store.
final class DeclaredEffectTests: XCTestCase {
  private struct Feature: Reducer {
    struct State: Equatable, Sendable { var seconds: Int? }
    enum Action: Equatable { case set(Int?), rang, started }

    var greets = false
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let seconds): state.seconds = seconds
        case .rang: state.seconds = nil
        case .started: break
        }
        return .none
      }
      .task(id: { $0.seconds }) { seconds in
        .run(name: "countdown") { send in
          try await clock.sleep(for: .seconds(seconds))
          await send(.rang)
        }
      }
      .onStart {
        .run(name: "greeting") { send in
          if greets { try await clock.sleep(for: .seconds(1)) }
          await send(.started)
        }
      }
    }
  }

  // S551
  func testItStartsWhatTheInitialStateDeclares() async {
    let store = TestStore(initialState: Feature.State(seconds: 5)) { Feature() }
    await store.receive(.started)
    XCTAssertEqual(store.runningEffects.map { $0.declaredValue as? Int }, [5])
    XCTAssertEqual(store.runningEffects.map(\.isDeclared), [true])
    await store.clock.advance(by: .seconds(5))
    await store.receive(.rang) { $0.seconds = nil }
    await store.finish()
  }

  // S552
  func testOneWhoseValueStandsIsNoFailureAndIsNotWaitedFor() async {
    let found = await failures {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.receive(.started)
      await store.send(.set(5)) { $0.seconds = 5 }
      await store.finish()
      XCTAssertEqual(store.runningEffects.map(\.name), ["countdown"])
    }
    XCTAssertEqual(found.map(\.message), [])
  }

  // S552
  func testAnEffectOfOnStartCountsAsAnyOther() async {
    let found = await failures {
      let store = TestStore(initialState: Feature.State(seconds: 5)) { Feature(greets: true) }
      await store.finish()
      store.exhaustivity.effects = false
    }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found.first?.message.contains("which the state declares with onStart") == true, "\(found)")
  }
}
