/// Whether an item is there, and how often.
package enum ItemStatus: Codable, Hashable, Sendable {
  case inStock(quantity: Int)
  case outOfStock(isOnBackOrder: Bool)

  /// The quantities that an item can be in stock with. Without any it is out of stock.
  package static let quantities = 1...1_000_000
}
