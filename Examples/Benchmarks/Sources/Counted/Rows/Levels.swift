import Troupe

/// Features that are presented in each other.
enum Levels {
  static var rows: [CountedRow] {
    [
      sends("B5 an action to the leaf of 10 presented levels", 200, to: 10, of: 10),
      sends("B5 an action to the leaf of one presented level", 500, to: 1, of: 1),
      sends("B5 an action to the root above 10 presented levels", 2_000, to: 0, of: 10),
      fetches("B5 an effect started at depth 10", 50, at: 10),
      fetches("B5 an effect started at depth 1", 100, at: 1),
      fetches("B5 an effect started at the root above 10 levels", 100, at: 0),
      scoped("a scoped store's `send` at depth 1", 500, depth: 1),
      scoped("a scoped store's `send` at depth 5", 200, depth: 5),
    ]
  }

  private static func sends(_ name: String, _ count: Int, to depth: Int, of levels: Int) -> CountedRow {
    let action = Level.Action.up.presented(depth)
    return CountedRow(name, count) { count in
      let store = Level.store(levels: levels)
      for _ in 0..<count { await store.send(action) }
    }
  }

  private static func fetches(_ name: String, _ count: Int, at depth: Int) -> CountedRow {
    let action = Level.Action.fetch.presented(depth)
    return CountedRow(name, count) { count in
      let store = Level.store(levels: 10)
      for _ in 0..<count { await store.send(action).finish() }
    }
  }

  private static func scoped(_ name: String, _ count: Int, depth: Int) -> CountedRow {
    CountedRow(name, count) { count in
      var store = Level.store(levels: depth)
      for _ in 0..<depth {
        guard let below = await store.scope(state: \.below, action: \.below) else {
          preconditionFailure("The level is presented.")
        }
        store = below
      }
      for _ in 0..<count { await store.send(.up) }
    }
  }
}
