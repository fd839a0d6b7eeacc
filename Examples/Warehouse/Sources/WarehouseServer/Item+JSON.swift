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
  /// Until when a client edits it at the latest.
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

extension KeyedDecodingContainer {
  /// Decodes a number. If it isn't an `Int`, such as 1.5, Foundation doesn't say where it was.
  fileprivate func integer(forKey key: Key) throws -> Int {
    do {
      return try decode(Int.self, forKey: key)
    } catch DecodingError.dataCorrupted(let context) {
      let path = codingPath + [key]
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: context.debugDescription))
    }
  }
}

/// An item as a client sends it.
struct DraftInput: Decodable {
  private enum CodingKeys: CodingKey { case name, status, quantity, isOnBackOrder }

  let draft: Draft

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let status: ItemStatus =
      switch try values.decode(StatusName.self, forKey: .status) {
      case .inStock: .inStock(quantity: try values.integer(forKey: .quantity))
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

/// An order as a client sends it.
struct OrderInput: Decodable {
  private enum CodingKeys: CodingKey { case quantity, key }

  let quantity: Int
  /// With the same key again, it isn't carried out again.
  let key: String?

  init(quantity: Int, key: String?) { (self.quantity, self.key) = (quantity, key) }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    quantity = try values.integer(forKey: .quantity)
    key = try values.decodeIfPresent(String.self, forKey: .key)
  }

  func check() throws(Problem) {
    guard ItemStatus.quantities.contains(quantity) else {
      throw .invalid("The quantity has to be from 1 to 1000000.")
    }
    guard (1...64).contains((key ?? "key").unicodeScalars.count) else {
      throw .invalid("A key has 1 to 64 characters. Leave it out if the order has none.")
    }
  }
}

struct LeaseInput: Decodable { let lease: String }
