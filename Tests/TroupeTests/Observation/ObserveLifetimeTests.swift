import Troupe
import TroupeTesting
import XCTest

/// How long an observing closure runs, and in which order with other code.
final class ObserveLifetimeTests: TroupeTestCase {
  // S504
  func testItEndsWithItsTask() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration()) { Changing<Int>() }
      let seen = Collector<Int>()
      let observing = Task(executorPreference: scheduler) { await store.observe { seen.append($0[\.self]) } }
      await scheduler.settle()
      observing.cancel()
      await observing.value
      await store.send(Change { $0 = 1 })
      await scheduler.settle()
      XCTAssertEqual(seen.all, [0])
      let isObserved = await store.hasWaiters
      XCTAssertFalse(isObserved)

      // It can't begin before this one suspends.
      let cancelled = Task(executorPreference: scheduler) { await store.observe { seen.append($0[\.self]) } }
      cancelled.cancel()
      await cancelled.value
      XCTAssertEqual(seen.count, 1, "not even once")
    }
  }

  // S504
  func testItEndsWithTheStore() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration()) { Changing<Int>() }
      let seen = Collector<Int>()
      let observing = Task(executorPreference: scheduler) { await store.observe { seen.append($0[\.self]) } }
      await scheduler.settle()
      await store.send(Change { $0 = 1 })
      await store.shutdown(within: .zero)
      await observing.value
      XCTAssertEqual(seen.all, [0, 1])
      await store.observe { seen.append($0[\.self]) }
      XCTAssertEqual(seen.all, [0, 1, 1], "of a store that was shut down the last state is seen")
    }
  }

  // S504
  func testItEndsWithTheStateOfAScopedStore() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(
        initialState: Board(optional: Board.Kid(name: "a")),
        configuration: scheduler.configuration()
      ) { Changing() }
      let scoped = await store.scope(state: \.optional) { (change: Change<Board>) in change }
      let kid = try XCTUnwrap(scoped)
      let seen = Collector<String>()
      let observing = Task(executorPreference: scheduler) { await kid.observe { seen.append($0.name) } }
      await scheduler.settle()
      await store.send(Change { $0.optional?.name = "b" })
      await scheduler.settle()
      await store.send(Change { $0.optional = Board.Kid(name: "c") })
      await observing.value
      XCTAssertEqual(seen.all, ["a", "b"])
      await kid.observe { seen.append($0.name) }
      XCTAssertEqual(seen.count, 2, "it has gone")
    }
  }

  // S005: a turn is seen once, at its end.
  func testATurnIsSeenOnce() async throws {
    try await underSeeds { scheduler, _ in
      let store = cascadeStore(scheduler)
      let seen = Collector<Int>()
      let observing = Task(executorPreference: scheduler) { await store.observe { seen.append($0[\.self]) } }
      await scheduler.settle()
      await store.send(0)
      await scheduler.settle()
      XCTAssertEqual(seen.all, [-1, 3])
      observing.cancel()
    }
  }

  func testWhatItSendsIsReducedAfterIt() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration()) { Changing<Int>() }
      let seen = Collector<Int>()
      let observing = Task(executorPreference: scheduler) {
        await store.observe { state in
          let count = state[\.self]
          seen.append(count)
          if count < 3 { try? store.enqueue(Change { $0 += 1 }) }
          seen.append(state[\.self])
        }
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, [0, 0, 1, 1, 2, 2, 3, 3])
      observing.cancel()
    }
  }

  func testASlowTaskSeesTheNewestState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration()) { Changing<Int>() }
      let seen = Collector<Int>()
      let observing = Task(executorPreference: scheduler) { await store.observe { seen.append($0[\.self]) } }
      await scheduler.settle()
      await store.perform { store in
        for _ in 0..<10 { store.send(Change { $0 += 1 }) }
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, [0, 10])
      observing.cancel()
    }
  }

  func testManyOnRealThreadsSeeTheLastState() async {
    let store = Store(initialState: 0) { Changing<Int>() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          let last = Collector<Int>()
          await withTaskGroup(of: Void.self) { inner in
            let (done, finish) = AsyncStream<Void>.makeStream()
            inner.addTask {
              await store.observe { state in
                let count = state[\.self]
                last.append(count)
                if count == 4000 { finish.finish() }
              }
            }
            for await _ in done {}
            inner.cancelAll()
          }
          XCTAssertEqual(last.all, last.all.sorted())
          XCTAssertEqual(last.all.last, 4000)
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1000 { await store.send(Change { $0 += 1 }) }
        }
      }
    }
  }
}
