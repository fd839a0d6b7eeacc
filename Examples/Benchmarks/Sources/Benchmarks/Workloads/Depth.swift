import Troupe

/// B5: features that are presented ten levels deep.
enum Depth {
  private static let levels = 10

  static var rows: [Row] {
    [
      sends("B5 an action to the leaf of 10 presented levels", Level.Action.up.presented(levels)),
      byHand,
      sends("B5 an action to the root above 10 presented levels", .up),
      effect,
    ]
  }

  private static func sends(_ name: String, _ action: Level.Action) -> Row {
    Row(
      name,
      aim: .perLevel(40, levels: Double(levels)),
      count: 300,
      prepare: { (plain: Counter.store(), deep: Level.store(levels: levels)) },
      floor: { it, count in
        let store = it.plain
        return await timed(count) { for _ in 0..<count { await store.send(.up) } }
      },
      troupe: { it, count in
        let store = it.deep
        return await timed(count) { for _ in 0..<count { await store.send(action) } }
      }
    )
  }

  /// The cost of a level whose types are known.
  private static var byHand: Row {
    let action = Level.Action.up.presented(levels)
    return Row(
      "B5 an action to the leaf, beside closures nested by hand",
      aim: .ratio(2),
      count: 300,
      prepare: { (levels: LevelsByHand(levels: levels), store: Level.store(levels: levels)) },
      floor: { it, count in
        let levels = it.levels
        return await timed(count) { for _ in 0..<count { await levels.send(action) } }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) { for _ in 0..<count { await store.send(action) } }
      }
    )
  }

  private static var effect: Row {
    let atLeaf = Level.Action.fetch.presented(levels)
    return Row(
      "B5 an effect started at depth 10, in units of one at the root",
      aim: .ratio(4),
      isConcurrent: true,
      count: 100,
      prepare: { Level.store(levels: levels) },
      floor: { store, count in await timed(count) { for _ in 0..<count { await store.send(.fetch).finish() } }
      },
      troupe: { store, count in
        await timed(count) { for _ in 0..<count { await store.send(atLeaf).finish() } }
      }
    )
  }
}
