import WarehouseFeature

/// A warehouse in plain Swift: the reducers' work for the requests of a load.
struct PlainWarehouse: Codable, Sendable, JSONWritable {
  /// The item with the id 1 is the first.
  private(set) var items: [Item.State] = []
  private var orderKeys: OrderKeys = []

  mutating func answer(_ request: Request) throws -> Item.State {
    switch request {
    case .add(let draft): try add(draft)
    case .order(let id, let quantity, let key): try order(id, quantity, key)
    case .edit, .save, .cancel: throw NotMeasured()
    }
  }

  func write(to json: inout JSONText) throws {
    json.put(#"{"items":"#)
    try json.write(items) { item, json in try item.write(to: &json) }
    json.put(#","orderKeys":"#)
    json.write(orderKeys)
    json.put("}")
  }

  private mutating func add(_ draft: Draft) throws(Refusal) -> Item.State {
    guard items.count < Warehouse.State.itemLimit else { throw .warehouseIsFull }
    let item = Item.State(id: items.count + 1, draft)
    items.append(item)
    return item
  }

  private mutating func order(_ id: Int, _ quantity: Int, _ key: String?) throws(Refusal) -> Item.State {
    guard items.indices.contains(id - 1) else { throw .noSuchItem }
    if let key {
      switch orderKeys.find(key, of: id, quantity: quantity) {
      case .new: break
      case .done: return items[id - 1]
      case .ofAnotherOrder: throw .keyOfAnotherOrder
      }
    }
    try items[id - 1].take(quantity)
    if let key { orderKeys.append(OrderKey(key, of: id, quantity: quantity)) }
    return items[id - 1]
  }
}

/// A request that the peers don't answer, because no load sends it.
struct NotMeasured: Error {}
