import Troupe

/// Sends without effects.
enum Sends {
  static var rows: [CountedRow] {
    [
      CountedRow("B1 `send`, there and back", 2_000) { count in
        await Caller().call(Counter.store(), count)
      },
      CountedRow("B1 the same, in a turn that binds dependencies", 1_000) { count in
        let store = Store(initialState: Counter.State()) {
          Counter()
        } withDependencies: {
          $0.factor = 2
        }
        await Caller().call(store, count)
      },
      CountedRow("B1 `send` in a loop that stays on the actor", 5_000) { count in
        await send(to: Counter.store(), count)
      },
      CountedRow("B1 a `send` to each of 100 stores, a task for each", 2_000) { count in
        let stores = (0..<100).map { _ in Counter.store() }
        await withDiscardingTaskGroup { group in
          for store in stores {
            group.addTask { await send(to: store, count / 100) }
          }
        }
      },
      CountedRow("B10 `enqueue` from one thread, until all are reduced", 1_000) { count in
        var configuration = StoreConfiguration<Counter.Action>()
        configuration.inbox = InboxConfiguration(capacity: 2_000)
        let store = Store(initialState: Counter.State(), configuration: configuration) { Counter() }
        await unfailing { for step in 0..<count { try store.enqueue(.received(step)) } }
        // What was enqueued before is reduced first.
        await store.send(.up)
      },
    ]
  }

  private static func send(to store: StoreOf<Counter>, _ count: Int) async {
    for _ in 0..<count { await store.send(.up) }
  }
}
