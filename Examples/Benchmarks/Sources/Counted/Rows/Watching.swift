import Troupe

/// Turns of a store whose state is observed, and events for consumers.
enum Watching {
  static var rows: [CountedRow] {
    [
      told("B11 a turn that one consumer awaits", 200, consumers: 1),
      told("B11 a turn that 100 consumers await", 10, consumers: 100),
      CountedRow("B11 a turn with 100 consumers that don't ask", 1_000) { count in
        let store = library(10)
        let arrivals = Arrivals()
        for _ in 0..<100 {
          Task { [states = store.states()] in
            var iterator = states.makeAsyncIterator()
            _ = await iterator.next()
            arrivals.arrive()
            await waitForCancellation()
            _ = await iterator.next()
          }
        }
        await arrivals.wait(for: 100)
        for _ in 0..<count { await store.send(.up) }
        return store
      },
      besideWaiters("B11 a turn beside 100 that `observe` a member that stays") { store, ready in
        await store.observe { state in
          consume(state.count)
          ready.arrive()
        }
      },
      besideWaiters("B11 a turn beside 100 that `wait(for:)` a member that stays") { store, ready in
        // They are cancelled by nobody, and their store stays.
        await unfailing {
          _ = try await store.wait(for: \.count) { count in
            ready.arrive()
            return count > 0
          }
        }
      },
      CountedRow("B20 a feed's event that 100 consumers await", 10) { count in
        let store = Counter.store()
        let feed = await store.feed { _, state in state.count }
        let arrivals = Arrivals()
        for _ in 0..<100 {
          Task { [events = feed.events()] in for try await _ in events { arrivals.arrive() } }
        }
        await settle()
        for _ in 0..<count {
          await store.send(.up)
          await arrivals.wait(for: 100)
        }
        return store
      },
    ]
  }

  /// Each turn is awaited by all consumers: an event wakes them, and they fetch the state and wait again.
  private static func told(_ name: String, _ count: Int, consumers: Int) -> CountedRow {
    CountedRow(name, count) { count in
      let store = Counter.store()
      let arrivals = Arrivals()
      for _ in 0..<consumers {
        Task { [states = store.states()] in for await _ in states { arrivals.arrive() } }
      }
      await arrivals.wait(for: consumers)
      for _ in 0..<count {
        await store.send(.up)
        await arrivals.wait(for: consumers)
      }
      return store
    }
  }

  /// Turns beside tasks that wait for a part of the state which the turns don't change.
  private static func besideWaiters(
    _ name: String,
    _ wait: @escaping @Sendable (StoreOf<Library>, Arrivals) async -> Void
  ) -> CountedRow {
    CountedRow(name, 200) { count in
      let store = library(10)
      let ready = Arrivals()
      for _ in 0..<100 { Task { await wait(store, ready) } }
      await ready.wait(for: 100)
      await settle()
      for _ in 0..<count { await store.send(.up) }
      return store
    }
  }

  private static func library(_ count: Int) -> StoreOf<Library> {
    Store(initialState: Library.State(items: Array(repeating: 0, count: count))) { Library() }
  }
}
