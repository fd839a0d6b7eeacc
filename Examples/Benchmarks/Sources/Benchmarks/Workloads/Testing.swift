import Troupe
import TroupeTesting

/// B12: what the tools for tests cost.
enum TestTools {
  static var rows: [Row] {
    [
      Row(
        "B12 a test store's `send` and `receive`",
        count: 500,
        floor: nil,
        troupe: { count in
          let store = TestStore(initialState: Counter.State()) { Counter() }
          return await timed(count) {
            for _ in 0..<count {
              await store.send(.fetch)
              await store.receive(\.received) { $0.count += 1 }
            }
          }
        }
      ),
      Row(
        "B12 `explore`, for one schedule of ten effects",
        count: 100,
        floor: nil,
        troupe: { count in
          await timed(count) {
            await explore(schedules: count) { scheduler in
              let store = Store(initialState: Counter.State(), configuration: scheduler.configuration()) {
                Counter()
              }
              for _ in 0..<10 { await store.send(.fetch) }
              await scheduler.settle()
            }
          }
        }
      ),
    ]
  }
}
