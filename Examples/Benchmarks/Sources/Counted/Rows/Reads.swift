import Troupe

/// Reads of a dependency.
enum Reads {
  static var rows: [CountedRow] {
    let reading = Reading()
    return [
      inStore("B8 a dependency read in a reducer", Reader.Action.readInReducer),
      inStore("B8 a dependency read in an effect", Reader.Action.readInEffect),
      read("B8 a read of a default that was read before") { reading.offset },
      read("B8 a read of a set value by a wrapper made for it") { Dependency(\.factor).wrappedValue },
      read("B8 a read of a default by a wrapper made for it") { Dependency(\.offset).wrappedValue },
    ]
  }

  private static func inStore(
    _ name: String,
    _ action: @escaping @Sendable (Int) -> Reader.Action
  ) -> CountedRow {
    CountedRow(name, 5_000) { count in
      let store = Store(initialState: 0) {
        Reader()
      } withDependencies: {
        $0.factor = 2
      }
      await store.send(action(count)).finish()
    }
  }

  private static func read(_ name: String, _ read: @escaping @Sendable () -> Int) -> CountedRow {
    CountedRow(name, 5_000) { count in
      withDependencies {
        $0.factor = 2
      } operation: {
        consume(sum(count, read))
      }
    }
  }
}
