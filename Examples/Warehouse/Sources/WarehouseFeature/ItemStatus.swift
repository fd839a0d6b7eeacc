/// Whether an item is in stock, and in which quantity.
package enum ItemStatus: Codable, Hashable, Sendable {
  case inStock(quantity: Int)
  case outOfStock(isOnBackOrder: Bool)

  /// The quantities that an item can have in stock. Without any, it is out of stock.
  package static let quantities = 1...1_000_000
}
