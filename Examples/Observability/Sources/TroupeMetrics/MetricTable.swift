import CoreMetrics
import Synchronization
import Troupe

/// The metrics of each store, action and effect, made when they are first used.
final class MetricTable: Sendable {
  private struct Key: Hashable {
    var store: String
    var label = ""

    static let other = Key(store: "other", label: "other")
  }

  private let factory: any MetricsFactory
  private let labelLimit: Int
  private let stores = Mutex<[Key: StoreMetrics]>([:])
  private let actions = Mutex<[Key: ActionMetrics]>([:])
  private let effects = Mutex<[Key: EffectMetrics]>([:])

  init(factory: any MetricsFactory, labelLimit: Int) {
    precondition(labelLimit > 0, "There has to be room for one label.")
    self.factory = factory
    self.labelLimit = labelLimit
  }

  func store(_ store: StoreInfo) -> StoreMetrics {
    row(Key(store: name(of: store)), in: stores) { [factory] key in
      StoreMetrics(MetricMaker(factory: factory, dimensions: [("store", key.store)]))
    }
  }

  func action(_ label: String, in store: StoreInfo) -> ActionMetrics {
    row(Key(store: name(of: store), label: label), in: actions) { [factory] key in
      ActionMetrics(
        MetricMaker(factory: factory, dimensions: [("store", key.store), ("action", key.label)])
      )
    }
  }

  func effect(_ label: String, in store: StoreInfo) -> EffectMetrics {
    row(Key(store: name(of: store), label: label), in: effects) { [factory] key in
      EffectMetrics(
        MetricMaker(factory: factory, dimensions: [("store", key.store), ("effect", key.label)])
      )
    }
  }

  private func name(of store: StoreInfo) -> String { store.name ?? store.type }

  private func row<Row: Sendable>(
    _ key: Key,
    in rows: borrowing Mutex<[Key: Row]>,
    make: (Key) -> Row
  ) -> Row {
    rows.withLock { rows in
      if let row = rows[key] { return row }
      let key = rows.count < labelLimit ? key : .other
      if let row = rows[key] { return row }
      let row = make(key)
      rows[key] = row
      return row
    }
  }
}
