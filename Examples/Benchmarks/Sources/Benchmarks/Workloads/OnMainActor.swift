import Observation
import Troupe
import TroupeUI

/// The raw operations that do the same minimum.
@MainActor
@Observable
private final class Model {
  private(set) var count = 0

  // Calls into another module aren't inlined either.
  @inline(never)
  func up() { count += 1 }
}

/// B16: view stores, which are used on the main actor.
enum OnMainActor {
  static var rows: [Row] {
    [
      row("B16 `send` of a view store, beside a method of an `@Observable` class") { model, count in
        for _ in 0..<count { model.up() }
      } troupe: { viewStore, count in
        for _ in 0..<count { viewStore.send(.up) }
      },
      row("B16 a read of a view store, beside a read of an `@Observable` class") { model, count in
        var sum = 0
        for _ in 0..<count { sum += model.count }
        precondition(sum >= 0)
      } troupe: { viewStore, count in
        var sum = 0
        for _ in 0..<count { sum += viewStore.count }
        precondition(sum >= 0)
      },
      row("B16 a read with `withObservationTracking`, and the change that it reports", count: 10_000) {
        model,
        count in
        for _ in 0..<count {
          withObservationTracking {
            _ = model.count
          } onChange: {
          }
          model.up()
        }
      } troupe: { viewStore, count in
        for _ in 0..<count {
          withObservationTracking {
            _ = viewStore.count
          } onChange: {
          }
          viewStore.send(.up)
        }
      },
    ]
  }

  private static func row(
    _ name: String,
    count: Int = 50_000,
    floor: @escaping @MainActor @Sendable (_ model: Model, _ count: Int) -> Void,
    troupe:
      @escaping @MainActor @Sendable (
        _ viewStore: ViewStore<Counter.State, Counter.Action>, _ count: Int
      ) -> Void
  ) -> Row {
    Row(
      name,
      count: count,
      prepare: {
        await MainActor.run {
          (model: Model(), viewStore: ViewStore(initialState: Counter.State()) { Counter() })
        }
      },
      floor: { it, count in
        let model = it.model
        return await timed(count) { await floor(model, count) }
      },
      troupe: { it, count in
        let viewStore = it.viewStore
        return await timed(count) { await troupe(viewStore, count) }
      }
    )
  }
}
