import CoreMetrics
import Synchronization
import Troupe

/// The metrics of each store, action and effect, created on first use.
final class MetricTable: Sendable {
  private struct Key: Hashable {
    var store: Name
    var label: Name

    init(store: String, label: String = "") {
      self.store = Name(text: store)
      self.label = Name(text: label)
    }

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
      StoreMetrics(MetricMaker(factory: factory, dimensions: [("store", key.store.text)]))
    }
  }

  func action(_ label: String, in store: StoreInfo) -> ActionMetrics {
    row(Key(store: name(of: store), label: label), in: actions) { [factory] key in
      ActionMetrics(
        MetricMaker(factory: factory, dimensions: [("store", key.store.text), ("action", key.label.text)])
      )
    }
  }

  func effect(_ label: String, in store: StoreInfo) -> EffectMetrics {
    row(Key(store: name(of: store), label: label), in: effects) { [factory] key in
      EffectMetrics(
        MetricMaker(factory: factory, dimensions: [("store", key.store.text), ("effect", key.label.text)])
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

/// A text that is compared by its bytes.
///
/// A string that isn't ASCII is normalized for each table lookup, and labels of actions have an ellipsis for
/// a payload.
private struct Name: Hashable, Sendable {
  let text: String

  static func == (left: Name, right: Name) -> Bool {
    left.withBytes { left in
      right.withBytes { right in
        if left.count != right.count { return false }
        // Labels are mostly the same string.
        return left.baseAddress == right.baseAddress || left.elementsEqual(right)
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }
}
