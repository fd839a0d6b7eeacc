import TroupeDurable

/// What a client asks of a warehouse.
package enum Request: Hashable, Sendable {
  case add(Draft)
  /// With the same key again, it is answered again and done once. Another order of the item needs another
  /// key.
  case order(Item.State.ID, quantity: Int, key: String?)
  case edit(Item.State.ID)
  case save(Item.State.ID, lease: String, Draft)
  case cancel(Item.State.ID, lease: String)
}

/// Why a request isn't done.
package enum Refusal: Error, Hashable, Sendable {
  case noSuchItem
  /// It has as many items as it can have.
  case warehouseIsFull
  case outOfStock
  case notEnough(inStock: Int)
  /// Another order of the item had the key.
  case keyOfAnotherOrder
  /// Somebody edits the item, until then at the latest.
  case isEdited(until: WallClockInstant)
  /// Nobody edits the item, as the lease has ended.
  case leaseHasEnded
  /// Somebody else edits the item.
  case leaseOfAnother
}
