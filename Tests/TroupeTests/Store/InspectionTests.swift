import Synchronization
import Troupe
import TroupeTesting
import XCTest

/// What tools that show a store use.
final class InspectionTests: XCTestCase {
  private enum Action: Sendable { case start, sent }

  private struct Silent: Instrument {}

  private func makeStore(
    _ instruments: [any Instrument],
    _ effect: @escaping @Sendable () -> Effect<Action>
  ) -> Store<Int, Action> {
    var configuration = StoreConfiguration<Action>()
    configuration.instruments = instruments
    configuration.name = "shown"
    return Store(initialState: 0, configuration: configuration) {
      Reduce<Int, Action> { state, action in
        if case .sent = action {
          state += 1
          return .none
        }
        return effect()
      }
    }
  }

  // S906
  func testOneEffectIsCancelledAndItsActionsAreDropped() async throws {
    let (gates, open) = AsyncStream<Void>.makeStream()
    let store = makeStore([]) {
      .merge(
        .run(name: "first") { send in
          // Work that doesn't respond to its cancellation: awaiting another task ignores it.
          await Task { for await _ in gates { break } }.value
          await send(.sent)
        },
        .run(name: "second") { _ in try await Task.never() }
      )
    }
    let task = await store.send(.start)
    let effects = await store.runningEffects
    let (first, second) = (try XCTUnwrap(effects.first), try XCTUnwrap(effects.last))
    XCTAssertEqual(first.name, "first")
    let wasRunning = await store.cancelEffect(first.id)
    XCTAssertTrue(wasRunning)
    let again = await store.cancelEffect(first.id)
    XCTAssertFalse(again, "It is cancelled already.")
    let rest = await store.runningEffects
    XCTAssertEqual(rest.map(\.isCancelled), [true, false])
    open.finish()
    let secondWasRunning = await store.cancelEffect(second.id)
    XCTAssertTrue(secondWasRunning)
    await task.finish()
    let state = await store.withState { $0 }
    XCTAssertEqual(state, 0)
    let ended = await store.cancelEffect(second.id)
    XCTAssertFalse(ended)
  }

  private final class Seen: Instrument {
    let stores = Mutex<[StoreInfo]>([])

    func turnEnded(_ turn: TurnInfo) { stores.withLock { $0.append(turn.store) } }
  }

  // S906
  func testAStoreIsKnownAsItsInstrumentsKnowIt() async throws {
    let seen = Seen()
    let store = makeStore([seen]) { .none }
    await store.send(.sent).finish()
    let info = await store.storeInfo
    XCTAssertNotNil(info)
    XCTAssertEqual(seen.stores.withLock { $0.first }, info)
    XCTAssertEqual(info?.name, "shown")
    let other = await makeStore([]) { .none }.storeInfo
    XCTAssertNil(other)
  }
}
