import Cores
import Troupe

/// B22: bursts of effects of many stores, and how they use the machine's cores.
enum Bursts {
  private static let effects = 20

  static var rows: [Row] { can_use_one_core() ? [besideTasks, onAllCores, ofOneStore] : [besideTasks] }

  private static var besideTasks: Row {
    Row(
      "B22 20 effects at once of each of 1,000 stores, beside tasks of actors",
      isConcurrent: true,
      count: 1_000 * effects,
      shortCount: 200 * effects,
      floor: { count in
        let actors = (0..<count / effects).map { _ in BareCounter() }
        return await timed(count) {
          await withTaskGroup { group in
            for actor in actors {
              group.addTask {
                let tasks = (0..<effects).map { _ in Task { await actor.up() } }
                for task in tasks { await task.value }
              }
            }
          }
        }
      },
      troupe: burst
    )
  }

  private static var onAllCores: Row {
    Row(
      "B22 the same, on all cores in units of one core",
      aim: .ratio(1 / 1.6),
      isConcurrent: true,
      isWaiting: true,
      count: 1_000 * effects,
      shortCount: 200 * effects,
      floor: { count in await onOneCore { await burst(count) } },
      troupe: burst
    )
  }

  private static var ofOneStore: Row {
    Row(
      "B22 20,000 effects at once of one store, on all cores in units of one core",
      isConcurrent: true,
      isWaiting: true,
      count: 20_000,
      shortCount: 5_000,
      floor: { count in await onOneCore { await burst(of: Counter.store(), count) } },
      troupe: { count in await burst(of: Counter.store(), count) }
    )
  }

  private static func burst(_ count: Int) async -> Sample {
    let stores = (0..<count / effects).map { _ in Counter.store() }
    return await timed(count) {
      await withTaskGroup { group in
        for store in stores { group.addTask { await start(effects, of: store) } }
      }
    }
  }

  private static func burst(of store: StoreOf<Counter>, _ count: Int) async -> Sample {
    await timed(count) { await start(count, of: store) }
  }

  private static func start(_ count: Int, of store: StoreOf<Counter>) async {
    var tasks: [StoreTask] = []
    tasks.reserveCapacity(count)
    for _ in 0..<count { tasks.append(await store.send(.fetch)) }
    for task in tasks { await task.finish() }
  }

  private static func onOneCore(_ operation: () async -> Sample) async -> Sample {
    use_one_core()
    defer { use_all_cores() }
    return await operation()
  }
}
