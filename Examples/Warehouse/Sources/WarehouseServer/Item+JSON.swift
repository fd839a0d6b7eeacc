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

/// What a client writes of an item.
struct DraftInput: Decodable {
  private enum CodingKeys: CodingKey { case name, status, quantity, isOnBackOrder }

  let draft: Draft

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let status: ItemStatus =
      switch try values.decode(StatusName.self, forKey: .status) {
      case .inStock: .inStock(quantity: try values.decode(Int.self, forKey: .quantity))
      case .outOfStock:
        .outOfStock(isOnBackOrder: try values.decodeIfPresent(Bool.self, forKey: .isOnBackOrder) ?? false)
      }
    draft = Draft(name: try values.decode(String.self, forKey: .name), status: status)
  }
}

extension Draft {
  /// The draft, if there is no mistake in it.
  var checked: Draft {
    get throws(Problem) {
      if let mistake { throw .invalid(mistake) }
      return self
    }
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
    guard (key ?? "key").unicodeScalars.count <= 64 else {
      throw .invalid("A key has 64 characters at most.")
    }
  }
}

struct LeaseInput: Decodable { let lease: String }
