import Troupe

/// Actions and effects of one row of many.
enum Elements {
  static var rows: [CountedRow] {
    [
      sends("B6 an action to one of 100 rows", to: 100),
      sends("B6 an action to one of 10,000 rows", to: 10_000),
      sends("B6 an action to one of 100 rows with a running effect each", to: 100, isRunning: true),
    ]
  }

  private static func sends(_ name: String, to rows: Int, isRunning: Bool = false) -> CountedRow {
    let action = Rows.Action.rows(.element(id: rows / 3, action: .up))
    return CountedRow(name, 300) { count in
      let store = await Rows.store(rows, isRunning: isRunning)
      await settle()
      for _ in 0..<count { await store.send(action) }
      return store
    }
  }
}
