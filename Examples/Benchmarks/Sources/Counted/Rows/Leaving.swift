import Troupe

/// Effects that are cancelled by their ids, until they have ended.
enum Leaving {
  /// How many effects share an id where they are cancelled at once.
  private static let group = 200

  static var rows: [CountedRow] {
    [
      CountedRow("B4 cancel effects under an id each, one by one", group) { count in
        let (store, tasks) = await waiting(2 * group) { $0 }
        for id in 0..<count { await store.send(.cancel(id: id)) }
        for task in tasks[..<count] { await task.finish() }
        return store
      },
      CountedRow("B4 cancel effects under one id at once", group) { count in
        let (store, tasks) = await waiting(2 * group) { $0 / group }
        for id in 0..<count / group { await store.send(.cancel(id: id)) }
        for task in tasks[..<count] { await task.finish() }
        return store
      },
      CountedRow("B4 `cancelInFlight` on one id", 200) { count in
        let store = Counter.store()
        for _ in 0..<count {
          await store.send(.waitAnew)
          await settle()
        }
        return store
      },
      CountedRow("B4 start and cancel one beside 500 others", 200) { count in
        let (store, _) = await waiting(500) { $0 }
        for _ in 0..<count {
          let task = await store.send(.wait(id: -1))
          await settle()
          await store.send(.cancel(id: -1))
          await task.finish()
        }
        return store
      },
    ]
  }

  private static func waiting(_ count: Int, id: (Int) -> Int) async -> (StoreOf<Counter>, [StoreTask]) {
    let store = Counter.store()
    var tasks: [StoreTask] = []
    tasks.reserveCapacity(count)
    for number in 0..<count { tasks.append(await store.send(.wait(id: id(number)))) }
    await settle()
    return (store, tasks)
  }
}
