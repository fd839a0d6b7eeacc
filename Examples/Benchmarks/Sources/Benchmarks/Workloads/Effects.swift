import Troupe

/// B2 and B3: effects that send one action.
enum Effects {
  static var rows: [Row] { [roundTrip, byHand, burst] }

  private static var roundTrip: Row {
    Row(
      "B2 an effect that sends one action, awaited to the end",
      aim: .ratio(3.5),
      isConcurrent: true,
      count: 200,
      prepare: { (bare: BareCounter(), store: Counter.store()) },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) { for _ in 0..<count { await Task { await bare.up() }.value } }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) { for _ in 0..<count { await store.send(.fetch).finish() } }
      }
    )
  }

  /// The cost of keeping the task, and waiting for its end, without a store.
  private static var byHand: Row {
    Row(
      "B2 the same, beside a task that an actor keeps by hand",
      isConcurrent: true,
      count: 200,
      prepare: { (tasks: TasksByHand(), store: Counter.store()) },
      floor: { it, count in
        let tasks = it.tasks
        return await timed(count) { for _ in 0..<count { await tasks.start { await $0.up() }.finish() } }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) { for _ in 0..<count { await store.send(.fetch).finish() } }
      }
    )
  }

  private static var burst: Row {
    Row(
      "B3 20,000 such effects at once",
      aim: .ratio(2.5),
      isConcurrent: true,
      count: 20_000,
      shortCount: 5_000,
      prepare: { (bare: BareCounter(), store: Counter.store()) },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) {
          let tasks = (0..<count).map { _ in Task { await bare.up() } }
          for task in tasks { await task.value }
        }
      },
      troupe: { it, count in
        await timed(count) {
          var tasks: [StoreTask] = []
          tasks.reserveCapacity(count)
          for _ in 0..<count { tasks.append(await it.store.send(.fetch)) }
          for task in tasks { await task.finish() }
        }
      }
    )
  }
}
