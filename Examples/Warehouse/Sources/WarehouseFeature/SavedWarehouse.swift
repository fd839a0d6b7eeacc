import Troupe
import TroupeDurable

// The saved form of warehouses. Version 2 writes an item as an array: its id, its name, its quantity or
// whether it is on back order, how many have been ordered, and its editor if it has one. A hundred items take
// half as many bytes as in version 1, and therefore fewer database pages. Version 3 writes the key of an
// order with the item and the quantity, and a lease with its duration. It reads what version 2 has written
// without a migration.

extension StateCodec<Warehouse.State> {
  /// Encodes warehouses, and decodes them, including warehouses that earlier versions have saved.
  package static var warehouse: StateCodec {
    StateCodec(Warehouse.State.self, version: 3, format: WarehouseFormat()) { old in
      switch old.version {
      case 1: try old.decode(WarehouseVersion1.self).state
      case 2: try old.decode(Warehouse.State.self)
      default: nil
      }
    }
  }
}

extension Item.State: Codable {
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let (id, name) = (try values.decode(Int.self), try values.decode(String.self))
    let status: ItemStatus =
      if let quantity = try? values.decode(Int.self) {
        .inStock(quantity: quantity)
      } else {
        .outOfStock(isOnBackOrder: try values.decode(Bool.self))
      }
    let ordered = try values.decode(Int.self)
    let editor = try values.isAtEnd ? nil : values.decode(ItemEditor.State.self)
    self.init(id: id, Draft(name: name, status: status), ordered: ordered, editor: editor)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(id)
    try values.encode(name)
    switch status {
    case .inStock(let quantity): try values.encode(quantity)
    case .outOfStock(let isOnBackOrder): try values.encode(isOnBackOrder)
    }
    try values.encode(ordered)
    if let editor { try values.encode(editor) }
  }
}

/// A warehouse as version 1 has saved it.
private struct WarehouseVersion1: Decodable {
  struct Item: Decodable {
    let id: Int
    let name: String
    let status: ItemStatus
    let ordered: Int
    let editor: ItemEditor.State?
  }

  let items: [Item]
  let lastID: Int
  let orderKeys: OrderKeys

  var state: Warehouse.State {
    var state = Warehouse.State()
    for item in items {
      let draft = Draft(name: item.name, status: item.status)
      state.items.append(.init(id: item.id, draft, ordered: item.ordered, editor: item.editor))
    }
    (state.lastID, state.orderKeys) = (lastID, orderKeys)
    return state
  }
}
