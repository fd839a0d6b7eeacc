import Troupe

/// Effects that send one action, and effects that are delayed.
enum Running {
  static var rows: [CountedRow] {
    [
      CountedRow("B2 an effect that sends one action, awaited to the end", 200) { count in
        let store = Counter.store()
        for _ in 0..<count { await store.send(.fetch).finish() }
      },
      CountedRow("B3 such effects at once", 200) { count in
        let store = Counter.store()
        var tasks: [StoreTask] = []
        tasks.reserveCapacity(count)
        for _ in 0..<count { tasks.append(await store.send(.fetch)) }
        for task in tasks { await task.finish() }
      },
      // At the end, the timers' thread holds one effect more or less, about 3,300 bytes. With 1,000 effects,
      // the difference is smaller than the tolerance.
      CountedRow("an effect that is debounced, each in place of the one before", 1_000) { count in
        let store = Search.store()
        for _ in 0..<count {
          await store.send(.typed)
          // It waits on its clock when the next one comes.
          await settle()
        }
        return store
      },
    ]
  }
}

/// A feature that waits until nothing is typed for a while.
private struct Search: Reducer {
  enum Action: Sendable { case typed, found }

  var body: some Reducer<Int, Action> {
    Reduce { state, action in
      switch action {
      case .typed:
        return .run { send in await send(.found) }
          .debounce(id: 0, for: .seconds(10), clock: ContinuousClock())
      case .found:
        state += 1
        return .none
      }
    }
  }

  static func store() -> StoreOf<Search> { Store(initialState: 0) { Search() } }
}
