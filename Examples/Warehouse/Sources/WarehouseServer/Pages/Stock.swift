import WarehouseFeature

/// How the stock of an item is shown; `page.js` has the same code.
enum Stock: String {
  case inStock = "In stock"
  case low = "Low"
  case backOrder = "Back order"
  case out = "Out of stock"

  /// This many or fewer are few.
  static let lowQuantity = 10

  init(_ status: ItemStatus) {
    self =
      switch status {
      case .inStock(let quantity): quantity > Self.lowQuantity ? .inStock : .low
      case .outOfStock(true): .backOrder
      case .outOfStock(false): .out
      }
  }

  /// The name of its style.
  var style: String {
    switch self {
    case .inStock: "good"
    case .low: "low"
    case .backOrder: "waiting"
    case .out: "out"
    }
  }

  /// As HTML.
  var badge: String { "<span class=\"badge \(style)\">\(rawValue)</span>" }
}

extension ItemStatus {
  /// As it is announced; `page.js` has the same texts.
  var text: String {
    switch self {
    case .inStock(let quantity): "\(quantity.grouped) in stock"
    case .outOfStock(true): "Out of stock, on back order"
    case .outOfStock(false): "Out of stock"
    }
  }
}

extension Int {
  /// With commas, as in English.
  var grouped: String {
    var text = ""
    for (index, digit) in "\(magnitude)".reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}
