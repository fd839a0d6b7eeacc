import Benchmark
import Troupe

/// The raw operation that does the same minimum.
enum FactorLocal {
  @TaskLocal static var current = Factor(value: 1)
}

/// A value with a reference count, as most dependencies have.
final class Factor: Sendable {
  let value: Int
  init(value: Int) { self.value = value }
}

/// B8: reads of a dependency, beside reads of a task-local; each reads the value that was bound last.
enum Dependencies {
  static var rows: [Row] {
    let reading = Reading()
    return [
      inStore("B8 a dependency read in a reducer", Reader.Action.readInReducer),
      inStore("B8 a dependency read in an effect", Reader.Action.readInEffect),
      read("B8 a read of a default that was read before") { reading.offset },
      read("B8 a read of a set value by a wrapper made for it") { Dependency(\.factor).wrappedValue },
      read("B8 a read of a default by a wrapper made for it") { Dependency(\.offset).wrappedValue },
    ]
  }

  private static func inStore(_ name: String, _ action: @escaping (Int) -> Reader.Action) -> Row {
    Row(
      name,
      aim: .ratio(3),
      count: 10_000,
      prepare: {
        Store(initialState: 0) {
          Reader()
        } withDependencies: {
          $0.factor = 2
        }
      },
      floor: { _, count in await readTaskLocal(count) },
      troupe: { store, count in await timed(count) { await store.send(action(count)).finish() } }
    )
  }

  private static func read(_ name: String, _ read: @escaping @Sendable () -> Int) -> Row {
    Row(
      name,
      aim: .ratio(3),
      count: 10_000,
      floor: readTaskLocal,
      troupe: { count in
        await withDependencies {
          $0.factor = 2
        } operation: {
          await timed(count) { blackHole(sum(count, read)) }
        }
      }
    )
  }

  private static func readTaskLocal(_ count: Int) async -> Sample {
    await FactorLocal.$current.withValue(Factor(value: 2)) {
      await timed(count) { blackHole(sum(count) { FactorLocal.current.value }) }
    }
  }
}
