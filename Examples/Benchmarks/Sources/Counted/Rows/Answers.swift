import Troupe
import TroupeDurable
import TroupeInstruments

/// Requests, turns that are saved, and turns that are traced and counted.
enum Answers {
  static var rows: [CountedRow] {
    [
      asks("B21 `ask`, answered in the turn", .atOnce),
      asks("B21 `ask`, answered by an effect", .byEffect),
      CountedRow("B14 `commit` to a storage that keeps nothing", 200) { count in
        await unfailing {
          let store = try await Store(
            initialState: Ledger.State(lines: 0),
            storage: NoStorage(),
            key: "store",
            codec: StateCodec(format: NoFormat())
          ) {
            Ledger()
          }
          for _ in 0..<count { try await store.commit(.changed) }
          return store
        }
      },
      // What it holds doesn't grow with the actions.
      CountedRow("B18 an effect that sends one action, with a trace and counters", 400) { count in
        await unfailing {
          let instruments: [any Instrument] = [try TraceFile(path: "/dev/null"), Counters()]
          var configuration = StoreConfiguration<Counter.Action>()
          configuration.instruments = instruments
          let store = Store(initialState: Counter.State(), configuration: configuration) { Counter() }
          for _ in 0..<count { await store.send(.fetch).finish() }
          return store
        }
      },
    ]
  }

  private static func asks(_ name: String, _ kind: Desk.Kind) -> CountedRow {
    CountedRow(name, 200) { count in
      let store = Desk.store()
      await unfailing { for _ in 0..<count { _ = try await store.ask { .add(1, kind, $0) } } }
      return store
    }
  }
}

/// A format that takes no time, so that a commit is what the store does.
private struct NoFormat: StateFormat {
  let name = "none"

  func encode(_ value: some Encodable) -> [UInt8] { [0] }

  func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
    preconditionFailure("The storage keeps nothing.")
  }
}
