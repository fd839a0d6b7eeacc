import Synchronization
import Troupe

/// B13: costs that must grow in proportion. Each row measures an operation of twice the size, in units of the
/// smaller one: linear is 2.
enum Growth {
  static var rows: [Row] {
    [
      running("`limited` to one at a time, 20,000 that wait") { count in
        .merge((0..<count).map { _ in .run { _ in }.limited(id: 0, to: 1) })
      },
      running("`concatenate` of 20,000") { count in
        .concatenate((0..<count).map { _ in .run { _ in } })
      },
      // The parts need no task, so that joining them is what is measured.
      running("20,000 merged one by one") { count in
        (0..<count).reduce(.none) { merged, _ in merged.merge(with: .cancel(id: 0)) }
      },
      running("20,000 concatenated one by one") { count in
        (0..<count).reduce(.none) { whole, _ in whole.concatenate(with: .cancel(id: 0)) }
      },
      leaving("cancel 20,000 consumers of `states()`") { store in
        for await _ in store.states() {}
      },
      leaving("cancel 20,000 that await `wait(until:)`") { store in
        _ = try? await store.wait(until: { $0.count < 0 })
      },
      leaving("cancel 20,000 that await `wait(for:until:)`") { store in
        _ = try? await store.wait(for: \.count, until: { $0 < 0 })
      },
      scopedStores,
      sharedGraphs,
    ]
  }

  private static let few = 10_000

  /// Runs an effect of many parts to its end.
  private static func running(
    _ name: String,
    _ effect: @escaping @Sendable (_ count: Int) -> Effect<Burst.Action>
  ) -> Row {
    growth(name) { count in
      let store = Store(initialState: Burst.State()) { Burst(effect: effect) }
      return await timed(1) { await store.send(.begin(count)).finish() }
    }
  }

  /// Cancels many tasks that wait for a store, all at once.
  private static func leaving(
    _ name: String,
    _ wait: @escaping @Sendable (_ store: StoreOf<Counter>) async -> Void
  ) -> Row {
    growth(name) { count in
      let store = Counter.store()
      let tasks = (0..<count).map { _ in Task { await wait(store) } }
      await untilSuspended()
      return await timed(1) {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        // The work that the store has to do for consumers that have left is part of it.
        await store.send(.up)
      }
    }
  }

  /// Actions to one row, while a scoped store for each row is kept.
  private static var scopedStores: Row {
    growth("100 actions beside 20,000 scoped stores of rows") { count in
      let store = await Rows.store(count)
      var scoped: [StoreOf<Rows.Line>] = []
      for id in 0..<count {
        if let row = await store.scope(state: \.rows, id: id, action: \.rows) { scoped.append(row) }
      }
      precondition(scoped.count == count, "There is a scoped store for each row.")
      // The first action checks all rows.
      await store.send(.rows(.element(id: 0, action: .up)))
      let sample = await timed(1) {
        for _ in 0..<100 { await store.send(.rows(.element(id: 0, action: .up))) }
      }
      withExtendedLifetime(scoped) {}
      return sample
    }
  }

  /// The difference of two object graphs, each with more paths than could ever be walked.
  private static var sharedGraphs: Row {
    growth("the difference of object graphs of 200 shared levels") { count in
      let (before, after) = (Node.levels(count / 100, leaf: 1), Node.levels(count / 100, leaf: 2))
      return await timed(1) { _ = valueDifference(from: before, to: after) }
    }
  }

  private static func growth(_ name: String, _ all: @escaping (_ count: Int) async -> Sample) -> Row {
    Row(
      "B13 \(name), in units of half as many",
      aim: .ratio(2.6),
      isConcurrent: true,
      count: 1,
      floor: { _ in await all(few) },
      troupe: { _ in await all(2 * few) }
    )
  }
}

/// A feature whose only effect has the size that the action names.
private struct Burst: Reducer {
  struct State: Sendable {}
  enum Action: Sendable { case begin(Int) }

  let effect: @Sendable (_ count: Int) -> Effect<Action>

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .begin(let count): effect(count)
      }
    }
  }
}

/// An object that refers to the one below it twice.
private final class Node {
  let left: Node?
  let right: Node?
  let number: Int

  init(_ below: Node?, number: Int) {
    left = below
    right = below
    self.number = number
  }

  static func levels(_ count: Int, leaf: Int) -> Node {
    (1..<count).reduce(Node(nil, number: leaf)) { below, level in Node(below, number: level) }
  }
}
