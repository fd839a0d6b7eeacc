import Troupe
import TroupeSharing

/// Reads and writes of a shared value.
enum SharedValues {
  static var rows: [CountedRow] {
    [
      CountedRow("B23 a read of a shared value", 5_000) { count in
        let seats = Shared(value: 0)
        consume(sum(count) { seats.wrappedValue })
      },
      CountedRow("B23 a read of a shared value in a turn", 5_000) { count in
        let store = Store(initialState: Seats.State(Shared(value: 0))) { Seats() }
        await store.send(.read(count)).finish()
      },
      CountedRow("B23 a write of a shared value", 5_000) { count in
        let seats = Shared(value: 0)
        for _ in 0..<count { seats.withLock { $0 &+= 1 } }
      },
      CountedRow("B23 a write of a shared value in a turn", 1_000) { count in
        let store = Store(initialState: Seats.State(Shared(value: 0))) { Seats() }
        await store.send(.write(count)).finish()
      },
    ]
  }
}
