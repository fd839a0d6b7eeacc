/// The key of an order, with the order's contents.
package struct OrderKey: Hashable, Sendable {
  package let text: String
  /// The order's contents; nil if the key was saved by a version that didn't record them.
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

  /// A key from a version that didn't record the order's contents. It stands for any order of the warehouse,
  /// so that an order that is sent again isn't carried out twice.
  package init(ofAnyOrder text: String) {
    self.text = text
    order = nil
  }
}

extension OrderKey: Codable {
  /// An array with the id of the item, the quantity and the key; or only the key.
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
