import TroupeDurable

/// A client's request to a warehouse.
package enum Request: Codable, Hashable, Sendable {
  case add(Draft)
  /// If it is sent again with the same key, it is answered again and carried out once. Another order of the
  /// item needs another key.
  case order(Item.State.ID, quantity: Int, key: String?)
  case edit(Item.State.ID)
  case save(Item.State.ID, lease: String, Draft)
  case cancel(Item.State.ID, lease: String)
}

/// Why a request is rejected.
package enum Refusal: Error, Hashable, Sendable {
  case noSuchItem
  /// The warehouse has the maximum number of items.
  case warehouseIsFull
  case outOfStock
  case notEnough(inStock: Int)
  /// Another order of the item had the key.
  case keyOfAnotherOrder
  /// A client edits the item, until then at the latest.
  case isEdited(until: WallClockInstant)
  /// No client edits the item, because the lease has ended.
  case leaseHasEnded
  /// Another client edits the item.
  case leaseOfAnother
}
