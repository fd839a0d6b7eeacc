import Troupe

/// Stores that are made, and what is in use as long as something is there.
enum Making {
  static var rows: [CountedRow] {
    [
      CountedRow("B7 make and release a store of three presented levels", 100) { count in
        for _ in 0..<count { _ = Level.store(levels: 2) }
      },
      CountedRow("B7 the same, with a first action to the deepest level", 100) { count in
        for _ in 0..<count { await Level.store(levels: 2).send(.up.presented(2)) }
      },
      CountedRow("B7 an idle store", 500) { count in (0..<count).map { _ in Counter.store() } },
      CountedRow("B7 a suspended effect", 200) { count in
        let store = Counter.store()
        for id in 0..<count { await store.send(.wait(id: id)) }
        await settle()
        return store
      },
      CountedRow("B7 a store with a suspended, cancellable effect", 100) { count in
        let stores = (0..<count).map { _ in Counter.store() }
        for store in stores { await store.send(.wait(id: 0)) }
        await settle()
        return stores
      },
      CountedRow("B7 a row's scope with a suspended effect", 50) { count in
        let store = await Rows.store(200)
        for id in 0..<count { await store.send(.rows(.element(id: id, action: .wait))) }
        await settle()
        return store
      },
    ]
  }
}
