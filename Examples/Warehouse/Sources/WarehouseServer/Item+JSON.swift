import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TroupeFoundation
import WarehouseFeature

/// An item as JSON.
struct ItemJSON: Encodable, Sendable {
  let id: Int
  let name: String
  let status: StatusName
  let quantity: Int?
  let isOnBackOrder: Bool?
  let ordered: Int
  /// Until when somebody edits it at the latest.
  let editedUntil: String?

  init(_ item: Item.State) {
    id = item.id
    name = item.name
    status = StatusName(item.status)
    quantity = item.status.quantity
    isOnBackOrder = item.status.isOnBackOrder
    ordered = item.ordered
    editedUntil = item.editor?.lease.endsAt.text
  }
}

/// The status of an item without its values.
enum StatusName: String, Codable, CaseIterable, Sendable {
  case inStock, outOfStock

  init(_ status: ItemStatus) {
    self = if case .inStock = status { .inStock } else { .outOfStock }
  }
}

extension ItemStatus {
  var quantity: Int? { if case .inStock(let quantity) = self { quantity } else { nil } }
  var isOnBackOrder: Bool? { if case .outOfStock(let isOnBackOrder) = self { isOnBackOrder } else { nil } }
}

/// What a client writes of an item, as JSON or in a form.
struct DraftInput: Decodable {
  let name: String
  let status: StatusName
  let quantity: Int?
  let isOnBackOrder: Bool?

  func draft() throws(Problem) -> Draft {
    let draft =
      switch status {
      case .inStock:
        if let quantity {
          Draft(name: name, status: .inStock(quantity: quantity))
        } else {
          throw .invalid("What is in stock has a quantity.")
        }
      case .outOfStock: Draft(name: name, status: .outOfStock(isOnBackOrder: isOnBackOrder ?? false))
      }
    if let mistake = draft.mistake { throw .invalid(mistake) }
    return draft
  }
}

/// An order as a client writes it.
struct OrderInput: Decodable {
  let quantity: Int
  /// With the same key again, it isn't done again.
  let key: String?

  func check() throws(Problem) {
    guard ItemStatus.quantities.contains(quantity) else {
      throw .invalid("The quantity has to be from 1 to 1000000.")
    }
    guard (key ?? "key").utf8.count <= 64 else { throw .invalid("A key has 64 bytes at most.") }
  }
}

struct LeaseInput: Decodable { let lease: String }
