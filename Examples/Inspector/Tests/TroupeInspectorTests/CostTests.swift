import Synchronization
import Troupe
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// What the instrument does for a store, counted. `InspectorCost` measures the time.
final class CostTests: InspectorTestCase {
  /// The number of times that states were encoded.
  private final class Encodings: Sendable {
    let count = Mutex(0)
  }

  private struct Counter: Reducer {
    struct State: Encodable, Sendable {
      var count = 0
      let encodings: Encodings

      func encode(to encoder: any Encoder) throws {
        encodings.count.withLock { $0 += 1 }
        var container = encoder.singleValueContainer()
        try container.encode(count)
      }
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.count += action
      return .none
    }
  }

  // S908
  func testAStateIsEncodedForOneTurnOfEachLook() async throws {
    var options = InspectorOptions()
    options.showsPayloads = true
    let inspector = Inspector(options: options)
    let encodings = Encodings()
    var configuration = StoreConfiguration<Int>()
    configuration.instruments = [inspector]
    let store = Store(initialState: Counter.State(encodings: encodings), configuration: configuration) {
      Counter()
    }
    for _ in 0..<1_000 { await store.send(1) }
    XCTAssertEqual(encodings.count.withLock { $0 }, 0, "Nobody looks at it.")
    let running = try await show(.live(inspector))
    let info = await store.storeInfo
    let path = "store/\(try XCTUnwrap(info).run)"
    for look in 1...3 {
      _ = try running.ask(path)
      for _ in 0..<1_000 { await store.send(1) }
      XCTAssertEqual(encodings.count.withLock { $0 }, 2 * look, "Before the next turn, and after it.")
    }
  }

  // S908
  func testNoEventIsMadeWhileNobodyWatches() async throws {
    let inspector = Inspector()
    let store = ShopRun.store(inspector)
    for _ in 0..<1_000 { await store.send(.sold(1)) }
    let (events, dropped) = inspector.buffer.take()
    XCTAssertEqual(events.count, 0)
    XCTAssertEqual(dropped, 0, "Nobody has watched before.")
    XCTAssertEqual(inspector.timeline.summary["slices"], .number("0"))
    for _ in 0..<1_000 { await store.send(.sold(1)) }
    // An action and a turn for each.
    XCTAssertEqual(inspector.buffer.take().events.count, 2_000)
  }
}
