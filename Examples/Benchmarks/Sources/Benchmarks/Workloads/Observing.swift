import Benchmark
import Troupe

/// B11: turns of a store whose state is observed.
enum Observing {
  static var rows: [Row] {
    [
      told(1, turns: 1_000),
      told(10, turns: 200),
      told(1_000, turns: 10),
      beside("checked continuations that an actor resumes", aim: 1.2) { CheckedTeller() },
      beside("unchecked ones") { UncheckedTeller() },
      besides(
        "B11 a turn with 1,000 consumers that don't ask, in units of one without",
        few: { Counter.store() },
        many: { Counter.store() },
        consumers: (0, 1_000),
        action: .up
      ),
      besides(
        "B11 a turn with 10 consumers that don't ask, of 100,000 elements in units of one of 10",
        aim: .ratio(1.3),
        few: { library(10) },
        many: { library(100_000) },
        consumers: (10, 10),
        action: .up
      ),
      besideWaiters("B11 a turn beside 100 `observe` on a member that stays, in units of one beside one") {
        store,
        ready in
        await store.observe { state in
          blackHole(state.count)
          ready.arrive()
        }
      },
      besideWaiters("B11 a turn beside 100 `wait(for:)` on a member that stays, in units of one beside one") {
        store,
        ready in
        // After the first check, nothing else runs on the store's executor until the task waits.
        _ = try? await store.wait(for: \.count) { count in
          ready.arrive()
          return count > 0
        }
      },
    ]
  }

  /// Tasks that wait for a part of the state which the turns don't change.
  private static func besideWaiters(
    _ name: String,
    _ wait: @escaping @Sendable (StoreOf<Library>, Arrivals) async -> Void
  ) -> Row {
    Row(
      name,
      count: 2_000,
      prepare: {
        let (few, many) = (library(10), library(10))
        let ready = Arrivals()
        var tasks: [Task<Void, Never>] = []
        for (store, count) in [(few, 1), (many, 100)] {
          for _ in 0..<count { tasks.append(Task { await wait(store, ready) }) }
          await ready.wait(for: count)
        }
        return (few: few, many: many, tasks: tasks)
      },
      floor: { it, count in
        let store = it.few
        return await timed(count) { for _ in 0..<count { await store.send(.up) } }
      },
      troupe: { it, count in
        let store = it.many
        return await timed(count) { for _ in 0..<count { await store.send(.up) } }
      },
      finish: { await end($0.tasks) }
    )
  }

  /// All consumers await each turn: they are notified, fetch the state and wait again.
  private static func told(_ consumers: Int, turns: Int) -> Row {
    Row(
      "B11 a turn that \(consumers == 1 ? "one consumer awaits" : "\(Text.grouped(consumers)) consumers await"), for each",
      isConcurrent: true,
      count: turns * consumers,
      prepare: {
        let store = Counter.store()
        let arrivals = Arrivals()
        for _ in 0..<consumers {
          Task { [states = store.states()] in for await _ in states { arrivals.arrive() } }
        }
        await arrivals.wait(for: consumers)
        return (store: store, arrivals: arrivals)
      },
      floor: nil,
      troupe: { it, count in
        await timed(count) {
          for _ in 0..<turns {
            await it.store.send(.up)
            await it.arrivals.wait(for: consumers)
          }
        }
      }
    )
  }

  /// A turn that 100 consumers await, beside an actor that resumes a continuation for each.
  private static func beside<T: Teller>(
    _ continuations: String,
    aim: Double? = nil,
    _ teller: @escaping @Sendable () -> T
  ) -> Row {
    let consumers = 100
    return Row(
      "B11 a turn that 100 consumers await, for each, beside \(continuations)",
      aim: aim.map { .ratio($0) },
      isConcurrent: true,
      count: 20 * consumers,
      prepare: {
        let (store, teller) = (Counter.store(), teller())
        let (told, bare) = (Arrivals(), Arrivals())
        var tasks: [Task<Void, Never>] = []
        for _ in 0..<consumers {
          tasks.append(Task { [states = store.states()] in for await _ in states { told.arrive() } })
          tasks.append(
            Task {
              var seen = -1
              while !Task.isCancelled {
                seen = await teller.next(after: seen)
                bare.arrive()
              }
            }
          )
        }
        await told.wait(for: consumers)
        await bare.wait(for: consumers)
        return (store: store, teller: teller, told: told, bare: bare, tasks: tasks)
      },
      floor: { it, count in
        await timed(count) {
          for _ in 0..<(count / consumers) {
            await it.teller.up()
            await it.bare.wait(for: consumers)
          }
        }
      },
      troupe: { it, count in
        await timed(count) {
          for _ in 0..<(count / consumers) {
            await it.store.send(.up)
            await it.told.wait(for: consumers)
          }
        }
      },
      finish: { it in
        for task in it.tasks { task.cancel() }
        // Tasks that wait for a continuation don't notice that.
        await it.teller.up()
        await end(it.tasks)
      }
    )
  }

  private static func end(_ tasks: [Task<Void, Never>]) async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// Consumers that are busy in the meantime; nothing is copied for them.
  private static func besides<State: Sendable, Action: Sendable>(
    _ name: String,
    aim: Row.Aim? = nil,
    few: @escaping () -> Store<State, Action>,
    many: @escaping () -> Store<State, Action>,
    consumers: (few: Int, many: Int),
    action: Action
  ) -> Row {
    Row(
      name,
      aim: aim,
      count: 2_000,
      prepare: {
        let stores = (few: few(), many: many())
        let tasks = await consume(stores.few, consumers.few) + consume(stores.many, consumers.many)
        return (few: stores.few, many: stores.many, tasks: tasks)
      },
      floor: { it, count in
        let store = it.few
        return await timed(count) { for _ in 0..<count { await store.send(action) } }
      },
      troupe: { it, count in
        let store = it.many
        return await timed(count) { for _ in 0..<count { await store.send(action) } }
      },
      finish: { await end($0.tasks) }
    )
  }

  /// Starts consumers that take one state, and are then busy until they are cancelled.
  private static func consume<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>,
    _ consumers: Int
  ) async -> [Task<Void, Never>] {
    let arrivals = Arrivals()
    let tasks = (0..<consumers).map { _ in
      Task { [states = store.states()] in
        var iterator = states.makeAsyncIterator()
        _ = await iterator.next()
        arrivals.arrive()
        await waitForCancellation()
        _ = await iterator.next()
      }
    }
    await arrivals.wait(for: consumers)
    return tasks
  }

  private static func library(_ count: Int) -> StoreOf<Library> {
    Store(initialState: Library.State(items: Array(repeating: 0, count: count))) { Library() }
  }
}

/// An actor that notifies all waiting tasks of each change.
protocol Teller: Actor {
  func up()
  /// Waits for a count that differs from the given one.
  func next(after seen: Int) async -> Int
}

actor CheckedTeller: Teller {
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func up() {
    count += 1
    for continuation in waiting { continuation.resume() }
    waiting.removeAll(keepingCapacity: true)
  }

  func next(after seen: Int) async -> Int {
    if count == seen { await withCheckedContinuation { waiting.append($0) } }
    return count
  }
}

actor UncheckedTeller: Teller {
  private var count = 0
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  func up() {
    count += 1
    for continuation in waiting { continuation.resume() }
    waiting.removeAll(keepingCapacity: true)
  }

  func next(after seen: Int) async -> Int {
    if count == seen { await withUnsafeContinuation { waiting.append($0) } }
    return count
  }
}
