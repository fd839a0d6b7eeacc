import Troupe
import TroupeTesting

/// B12: the cost of the testing tools.
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
        "B12 a test store's `send` to a state of 100,000 elements, beside the same test by hand",
        count: 20,
        floor: { count in
          var state = library()
          return await timed(count) {
            for _ in 0..<count {
              let before = state
              state.items[50_000] += 1
              var expected = before
              expected.items[50_000] += 1
              precondition(expected == state && before != state)
            }
          }
        },
        troupe: { count in
          let store = TestStore(initialState: library()) { Library() }
          return await timed(count) {
            for _ in 0..<count { await store.send(.up) { $0.items[50_000] += 1 } }
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

  private static func library() -> Library.State { Library.State(items: Array(repeating: 0, count: 100_000)) }
}
