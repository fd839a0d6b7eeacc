import Troupe

/// B1: sends without effects.
enum Sending {
  static var rows: [Row] {
    [
      hopping("B1 `send`, there and back", aim: 1.25) { Counter.store() },
      hopping("B1 the same, in a turn that binds dependencies", aim: 2.3) {
        Store(initialState: Counter.State()) {
          Counter()
        } withDependencies: {
          $0.factor = 2
        }
      },
      fromTasks(1, "in a loop that stays on the actor"),
      fromTasks(2, "from 2 tasks at once"),
      fromTasks(8, "from 8 tasks at once"),
      manyStores,
      bothCores,
    ]
  }

  private static func hopping(_ name: String, aim: Double, _ store: @escaping () -> StoreOf<Counter>) -> Row {
    Row(
      name,
      aim: .ratio(aim),
      count: 20_000,
      prepare: { (caller: Caller(), bare: BareCounter(), store: store()) },
      floor: { it, count in await timed(count) { await it.caller.call(it.bare, count) } },
      troupe: { it, count in await timed(count) { await it.caller.call(it.store, count) } }
    )
  }

  private static func fromTasks(_ tasks: Int, _ description: String) -> Row {
    Row(
      "B1 `send` \(description)",
      aim: .ratio(3),
      count: 20_000,
      prepare: { (bare: BareCounter(), store: Counter.store()) },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) {
          await inTasks(tasks) { _ in for _ in 0..<count / tasks { await bare.up() } }
        }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) {
          await inTasks(tasks) { _ in for _ in 0..<count / tasks { await store.send(.up) } }
        }
      }
    )
  }

  private static var manyStores: Row {
    Row(
      "B1 1,000 stores × 1,000 sends, a task for each store",
      aim: .ratio(3),
      count: 1_000_000,
      shortCount: 200_000,
      prepare: {
        (bare: (0..<1_000).map { _ in BareCounter() }, stores: (0..<1_000).map { _ in Counter.store() })
      },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) {
          await inTasks(1_000) { task in
            let bare = bare[task]
            for _ in 0..<count / 1_000 { await bare.up() }
          }
        }
      },
      troupe: { it, count in
        let stores = it.stores
        return await timed(count) { await sendToAll(stores, count / 1_000) }
      }
    )
  }

  private static var bothCores: Row {
    Row(
      "B1 the same, in units of the same sends from one task",
      // 1.7 times the rate of one core.
      aim: .ratio(1 / 1.7),
      count: 1_000_000,
      prepare: { (0..<1_000).map { _ in Counter.store() } },
      floor: { stores, count in
        await timed(count) { for store in stores { for _ in 0..<count / 1_000 { await store.send(.up) } } }
      },
      troupe: { stores, count in await timed(count) { await sendToAll(stores, count / 1_000) } }
    )
  }

  private static func sendToAll(_ stores: [StoreOf<Counter>], _ count: Int) async {
    await inTasks(stores.count) { task in
      let store = stores[task]
      for _ in 0..<count { await store.send(.up) }
    }
  }
}

/// Runs a closure in a number of tasks at once.
func inTasks(_ count: Int, _ body: @escaping @Sendable (_ task: Int) async -> Void) async {
  await withDiscardingTaskGroup { group in
    for task in 0..<count { group.addTask { await body(task) } }
  }
}
