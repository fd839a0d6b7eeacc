import Troupe

/// The raw operation that does the same minimum.
actor BareRows {
  private var rows: [Rows.Line.State]

  init(_ count: Int) { rows = (0..<count).map { Rows.Line.State(id: $0) } }

  func up(_ row: Int) { rows[row].count += 1 }
}

/// B6: actions to one row of many.
enum ManyRows {
  static var rows: [Row] {
    [
      besideArray("B6 an action to one of 100 rows", 100),
      besideArray("B6 an action to one of 10,000 rows", 10_000),
      besideArray("B6 an action to one of 100,000 rows", 100_000),
      besideArray("B6 an action to one of 10,000 rows with a running effect each", 10_000, isRunning: true),
      growth("B6 one of 100,000 rows, in units of one of 100", from: 100, to: 100_000),
      growth(
        "B6 one of 10,000 rows with effects, in units of one of 100 with effects",
        from: 100,
        to: 10_000,
        isRunning: true
      ),
    ]
  }

  private static func besideArray(_ name: String, _ rows: Int, isRunning: Bool = false) -> Row {
    Row(
      name,
      count: 500,
      prepare: { (bare: BareRows(rows), store: await Rows.store(rows, isRunning: isRunning)) },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) { for _ in 0..<count { await bare.up(rows / 3) } }
      },
      troupe: { it, count in await send(to: rows / 3, of: it.store, count) }
    )
  }

  private static func growth(_ name: String, from few: Int, to many: Int, isRunning: Bool = false) -> Row {
    Row(
      name,
      aim: .ratio(1.3),
      count: 500,
      prepare: {
        (few: await Rows.store(few, isRunning: isRunning), many: await Rows.store(many, isRunning: isRunning))
      },
      floor: { it, count in await send(to: few / 3, of: it.few, count) },
      troupe: { it, count in await send(to: many / 3, of: it.many, count) }
    )
  }

  private static func send(to row: Int, of store: StoreOf<Rows>, _ count: Int) async -> Sample {
    let action = Rows.Action.rows(.element(id: row, action: .up))
    return await timed(count) { for _ in 0..<count { await store.send(action) } }
  }
}
