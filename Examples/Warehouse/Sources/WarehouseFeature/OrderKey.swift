/// The key of an order, with what was ordered.
package struct OrderKey: Hashable, Sendable {
  package let text: String
  /// What was ordered; nil if a version saved the key that didn't note it.
  package let order: Order?

  package struct Order: Hashable, Sendable {
    package let item: Item.State.ID
    package let quantity: Int
  }

  package init(_ text: String, of item: Item.State.ID, quantity: Int) {
    precondition(quantity > 0, "An order has a quantity.")
    self.text = text
    order = Order(item: item, quantity: quantity)
  }

  /// A key of a version that didn't note what was ordered. It stands for any order of the warehouse, so that
  /// an order that is sent again isn't done twice.
  package init(ofAnyOrder text: String) {
    self.text = text
    order = nil
  }
}

extension OrderKey: Codable {
  /// An array with the id of the item, the quantity and the key; or the key alone.
  package init(from decoder: any Decoder) throws {
    guard var values = try? decoder.unkeyedContainer() else {
      self.init(ofAnyOrder: try decoder.singleValueContainer().decode(String.self))
      return
    }
    let (item, quantity) = (try values.decode(Int.self), try values.decode(Int.self))
    guard quantity > 0 else {
      throw DecodingError.dataCorruptedError(in: values, debugDescription: "An order has no quantity.")
    }
    self.init(try values.decode(String.self), of: item, quantity: quantity)
  }

  package func encode(to encoder: any Encoder) throws {
    guard let order else {
      var value = encoder.singleValueContainer()
      return try value.encode(text)
    }
    var values = encoder.unkeyedContainer()
    try values.encode(order.item)
    try values.encode(order.quantity)
    try values.encode(text)
  }
}
