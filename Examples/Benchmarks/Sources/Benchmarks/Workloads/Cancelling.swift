import Troupe

/// B4: cancelling effects by their ids, until they have ended.
enum Cancelling {
  static var rows: [Row] {
    [
      cancel("B4 cancel 10,000 effects under 10,000 ids, one by one") { $0 },
      cancel("B4 cancel 10,000 effects under one id at once") { _ in 1 },
      inFlight,
      amongMany,
    ]
  }

  /// - Parameter ids: The number of ids that the effects share.
  private static func cancel(_ name: String, ids: @escaping (_ count: Int) -> Int) -> Row {
    Row(
      name,
      aim: .ratio(3),
      isConcurrent: true,
      count: 10_000,
      shortCount: 3_000,
      prepare: { Counter.store() },
      floor: { _, count in await cancelTasks(count) },
      troupe: { store, count in
        let ids = ids(count)
        let tasks = await waiting(store, count) { $0 % ids }
        return await timed(count) {
          for id in 0..<ids { await store.send(.cancel(id: id)) }
          for task in tasks { await task.finish() }
        }
      }
    )
  }

  private static var inFlight: Row {
    Row(
      "B4 20,000 × `cancelInFlight` on one id",
      aim: .ratio(3),
      isConcurrent: true,
      count: 20_000,
      shortCount: 3_000,
      prepare: { Counter.store() },
      floor: { _, count in
        await timed(count) {
          var tasks: [Task<Void, Never>] = []
          tasks.reserveCapacity(count)
          for _ in 0..<count {
            tasks.last?.cancel()
            tasks.append(Task { await waitForCancellation() })
          }
          tasks.last?.cancel()
          for task in tasks { await task.value }
        }
      },
      troupe: { store, count in
        await timed(count) {
          var tasks: [StoreTask] = []
          tasks.reserveCapacity(count)
          for _ in 0..<count { tasks.append(await store.send(.waitAnew)) }
          await store.send(.cancel(id: 0))
          for task in tasks { await task.finish() }
        }
      }
    )
  }

  /// The cost of cancelling doesn't depend on how many other effects run.
  private static var amongMany: Row {
    Row(
      "B4 start and cancel one beside 10,000 others, in units of one beside 10",
      aim: .ratio(1.3),
      isConcurrent: true,
      count: 2_000,
      shortCount: 500,
      prepare: {
        let few = Counter.store()
        let many = Counter.store()
        _ = await waiting(few, 10) { $0 }
        _ = await waiting(many, 10_000) { $0 }
        return (few: few, many: many)
      },
      floor: { it, count in await startAndCancel(in: it.few, count) },
      troupe: { it, count in await startAndCancel(in: it.many, count) }
    )
  }

  private static func startAndCancel(in store: StoreOf<Counter>, _ count: Int) async -> Sample {
    await timed(count) {
      for _ in 0..<count {
        let task = await store.send(.wait(id: -1))
        await store.send(.cancel(id: -1))
        await task.finish()
      }
    }
  }

  private static func cancelTasks(_ count: Int) async -> Sample {
    let tasks = (0..<count).map { _ in Task { await waitForCancellation() } }
    await Task.yield()
    return await timed(count) {
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
  }

  private static func waiting(_ store: StoreOf<Counter>, _ count: Int, id: (Int) -> Int) async -> [StoreTask]
  {
    var tasks: [StoreTask] = []
    tasks.reserveCapacity(count)
    for number in 0..<count { tasks.append(await store.send(.wait(id: id(number)))) }
    await Task.yield()
    return tasks
  }
}
