import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeSharing
import XCTest

/// Many threads on many values, for the thread sanitizer.
///
/// `TROUPE_STRESS` divides the amount of work; `.ci/soak stress` runs it in full under the thread sanitizer.
final class SharingStressTests: XCTestCase {
  struct Adding: Reducer {
    struct State: Sendable {
      let values: [Shared<Int>]
      var sum = 0
    }

    enum Action: Sendable { case add(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let index):
          state.sum += state.values[index].wrappedValue
          state.values[index].withLock { $0 += 1 }
          return .none
        }
      }
      .task(id: { $0.values[0].wrappedValue }) { _ in .none }
    }
  }

  private static var divisor: Int {
    ProcessInfo.processInfo.environment["TROUPE_STRESS"].flatMap(Int.init) ?? 10
  }

  // S861
  func testManyThreadsOnManyValuesLoseNothing() {
    let (threads, count, rounds) = (64, 1_000, max(1, 20 / Self.divisor))
    let values = (0..<count).map { _ in Shared(value: 0) }
    let group = DispatchGroup()
    for thread in 0..<threads {
      group.enter()
      Thread {
        for round in 0..<rounds {
          for index in 0..<count {
            let (one, other) = (values[(index + thread) % count], values[(index * 7 + round) % count])
            if index.isMultiple(of: 10) {
              withLock(one, values[(index + thread + 1) % count]) { one, other in
                one += 1
                other -= 1
              }
            }
            one.withLock { $0 += 1 }
            _ = other.wrappedValue
          }
        }
        group.leave()
      }.start()
    }
    group.wait()
    XCTAssertEqual(values.reduce(0) { $0 + $1.wrappedValue }, threads * count * rounds)
  }

  // S861, S870
  func testStoresOnManyThreadsShareValues() async {
    let values = (0..<20).map { _ in Shared(value: 0) }
    let stores = (0..<16).map { _ in Store(initialState: Adding.State(values: values)) { Adding() } }
    let rounds = max(1, 500 / Self.divisor)
    await withTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for round in 0..<rounds { await store.send(.add((number + round) % values.count)) }
        }
        group.addTask {
          for round in 0..<rounds { values[round % values.count].withLock { $0 += 1 } }
        }
      }
    }
    XCTAssertEqual(values.reduce(0) { $0 + $1.wrappedValue }, stores.count * rounds * 2)
    XCTAssertEqual(values.reduce(0) { $0 + $1.observerCount }, stores.count)
    for store in stores { _ = await store.shutdown(within: .zero) }
    XCTAssertEqual(values.reduce(0) { $0 + $1.observerCount }, 0)
  }

  // S866
  func testValuesOfKeysAreMadeOnce() async {
    for round in 0..<20 {
      let backend = SlowKey.Backend()
      backend.content.withLock { $0.stored = 0 }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<20 {
              let value = Shared(wrappedValue: -1, SlowKey(id: "round \(round)", backend))
              XCTAssertGreaterThanOrEqual(value.wrappedValue, 0)
              value.withLock { $0 += 1 }
            }
          }
        }
      }
      let value = Shared(wrappedValue: -1, SlowKey(id: "round \(round)", backend))
      XCTAssertEqual(value.wrappedValue, 160)
    }
  }
}
