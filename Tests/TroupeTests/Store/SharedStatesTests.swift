import TestSupport
import Troupe
import TroupeTesting
import XCTest

/// Consumers of a store's states that share what a turn computes for them.
final class SharedStatesTests: TroupeTestCase {
  private struct Page: Sendable {
    var number = 0
    let reads: Collector<Int>
    var doubled: Int {
      reads.append(number)
      return number * 2
    }
  }

  // S932
  func testATurnComputesAMemberOnceForAllConsumers() async throws {
    try await underSeeds { scheduler, _ in
      let reads = Collector<Int>()
      let store = Store(
        initialState: Page(reads: reads),
        configuration: scheduler.configuration(for: Int.self)
      ) {
        Reduce { state, action in
          state.number = action
          return .none
        }
      }
      let seen = Collector<Int>()
      let consumers = (0..<10).map { _ in
        Task(executorPreference: scheduler) {
          for await doubled in store.states(\.doubled) { seen.append(doubled) }
        }
      }
      await scheduler.settle()
      for number in 1...3 {
        reads.clear()
        await store.send(number)
        await scheduler.settle()
        XCTAssertEqual(reads.all, [number])
        XCTAssertEqual(seen.all.suffix(10), Array(repeating: number * 2, count: 10)[...])
      }
      XCTAssertEqual(seen.count, 40)
      for consumer in consumers { consumer.cancel() }
      for consumer in consumers { await consumer.value }
    }
  }

  // S932
  func testTheStateIsChangedInPlaceAfterAllHaveReadIt() async throws {
    try await underSeeds { scheduler, _ in
      let addresses = Collector<UInt>()
      let store = Store(initialState: [Int](), configuration: scheduler.configuration(for: Int.self)) {
        Reduce { state, action in
          if state.isEmpty { state.reserveCapacity(1_000) }
          state.append(action)
          state.withUnsafeBufferPointer { addresses.append(UInt(bitPattern: $0.baseAddress)) }
          return .none
        }
      }
      let counts = Collector<Int>()
      let consumers = (0..<5).map { _ in
        Task(executorPreference: scheduler) {
          for await state in store.states() { counts.append(state.count) }
        }
      }
      await scheduler.settle()
      for action in 1...10 {
        await store.send(action)
        await scheduler.settle()
      }
      XCTAssertEqual(Set(addresses.all).count, 1)
      XCTAssertEqual(counts.all.suffix(5), [10, 10, 10, 10, 10])
      for consumer in consumers { consumer.cancel() }
      for consumer in consumers { await consumer.value }
    }
  }

  // S932
  func testAConsumerThatResumesLateGetsTheNewestState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { state, action in
          state = action
          return .none
        }
      }
      let seen = Collector<Int>()
      let consumer = Task(executorPreference: scheduler) {
        for await state in store.states() { seen.append(state) }
      }
      await scheduler.settle()
      // Both turns end before the consumer can run.
      await store.perform { store in
        store.send(1)
        store.send(2)
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, [0, 2])
      consumer.cancel()
      await consumer.value
    }
  }

  /// Consumers come, go, and lag behind in any order.
  func testConsumersInAnyOrderSeeRisingStatesAndTheLast() async throws {
    try await underSeeds(100) { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { state, action in
          state = action
          return .none
        }
      }
      let consumers = (0..<8).map { number in
        Task(executorPreference: scheduler) {
          var seen: [Int] = []
          for await state in store.states() {
            seen.append(state)
            // Some consumers miss turns.
            for _ in 0..<number {
              await Task.yield()  // not a wait: it lets turns pass
            }
            if state == 30 { break }
          }
          return seen
        }
      }
      for action in 1...30 {
        await store.send(action)
        if action % 5 == 0 {
          await Task.yield()  // not a wait: it lets the consumers in between
        }
        if action == 10 { consumers[7].cancel() }
      }
      for (number, consumer) in consumers.enumerated() {
        let seen = await consumer.value
        XCTAssertEqual(seen, seen.sorted())
        XCTAssertEqual(Set(seen).count, seen.count)
        if number < 7 { XCTAssertEqual(seen.last, 30) }
      }
    }
  }
}
