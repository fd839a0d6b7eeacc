import Troupe

/// B7: what is in use as long as something is there.
enum Memory {
  static var rows: [Row] { [store, effect, scope] }

  private static var store: Row {
    Row(
      "B7 an idle store, beside a bare actor",
      unit: .bytes,
      aim: .bytes(600),
      count: 100_000,
      shortCount: 20_000,
      floor: { count in await held(count) { (0..<count).map { _ in BareCounter() } } },
      troupe: { count in await held(count) { (0..<count).map { _ in Counter.store() } } }
    )
  }

  private static var effect: Row {
    Row(
      "B7 a suspended effect, beside a bare suspended task",
      unit: .bytes,
      aim: .ratio(1.5),
      isConcurrent: true,
      count: 10_000,
      shortCount: 3_000,
      floor: heldTasks,
      troupe: { count in
        let store = Counter.store()
        return await held(count) {
          for id in 0..<count { await store.send(.wait(id: id)) }
          await untilSuspended()
        } release: {
          await store.shutdown(within: .zero)
          await untilSuspended()
        }
      }
    )
  }

  private static var scope: Row {
    Row(
      "B7 a row's scope with a suspended effect, beside a bare suspended task",
      unit: .bytes,
      isConcurrent: true,
      count: 10_000,
      shortCount: 3_000,
      floor: heldTasks,
      troupe: { count in
        let store = await Rows.store(count)
        return await held(count) {
          for id in 0..<count { await store.send(.rows(.element(id: id, action: .wait))) }
          await untilSuspended()
        } release: {
          await store.shutdown(within: .zero)
          await untilSuspended()
        }
      }
    )
  }

  private static func heldTasks(_ count: Int) async -> Sample {
    await held(count) {
      let tasks = (0..<count).map { _ in Task { await waitForCancellation() } }
      await untilSuspended()
      return tasks
    } release: { tasks in
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      await untilSuspended()
    }
  }

  /// Lets all tasks that have been started come to where they wait, and those that have ended go.
  private static func untilSuspended() async {
    for _ in 0..<100 { await Task.yield() }
  }
}
