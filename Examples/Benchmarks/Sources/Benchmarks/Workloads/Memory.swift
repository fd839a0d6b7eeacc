import Troupe

/// B7: memory that is in use as long as an object exists.
enum Memory {
  static var rows: [Row] { [store, effect, firstEffect, scope] }

  private static var store: Row {
    Row(
      "B7 an idle store, beside a bare actor",
      unit: .bytes,
      aim: .bytes(300),
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
        let waits = NewWaits()
        return await held(count) {
          for id in 0..<count { await store.send(.wait(id: id)) }
          await waits.untilSuspended(count)
        } release: {
          await store.shutdown(within: .zero)
          await waits.untilSuspended(0)
        }
      }
    )
  }

  /// A store with one effect. The tables of effects are created for the first one.
  private static var firstEffect: Row {
    Row(
      "B7 a store with a suspended, cancellable effect, beside a bare actor with a task",
      unit: .bytes,
      aim: .ratio(1.5),
      isConcurrent: true,
      count: 10_000,
      shortCount: 3_000,
      floor: { count in
        let waits = NewWaits()
        return await held(count) {
          let waiters = (0..<count).map { _ in BareWaiter() }
          for waiter in waiters { await waiter.wait() }
          await waits.untilSuspended(count)
          return waiters
        } release: { waiters in
          for waiter in waiters { await waiter.cancel() }
          await waits.untilSuspended(0)
        }
      },
      troupe: { count in
        let waits = NewWaits()
        return await held(count) {
          let stores = (0..<count).map { _ in Counter.store() }
          for store in stores { await store.send(.wait(id: 0)) }
          await waits.untilSuspended(count)
          return stores
        } release: { stores in
          for store in stores { await store.shutdown(within: .zero) }
          await waits.untilSuspended(0)
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
        let waits = NewWaits()
        return await held(count) {
          for id in 0..<count { await store.send(.rows(.element(id: id, action: .wait))) }
          await waits.untilSuspended(count)
        } release: {
          await store.shutdown(within: .zero)
          await waits.untilSuspended(0)
        }
      }
    )
  }

  private static func heldTasks(_ count: Int) async -> Sample {
    let waits = NewWaits()
    return await held(count) {
      let tasks = (0..<count).map { _ in Task { await waitForCancellation() } }
      await waits.untilSuspended(count)
      return tasks
    } release: { tasks in
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      await waits.untilSuspended(0)
    }
  }
}

/// An actor that keeps a task, to cancel it.
private actor BareWaiter {
  private var task: Task<Void, Never>?

  func wait() { task = Task { await waitForCancellation() } }

  func cancel() { task?.cancel() }
}
